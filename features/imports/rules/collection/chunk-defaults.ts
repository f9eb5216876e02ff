import { decodeUtf8, isUtf8 } from '#platform/content/text-file.ts';
import { parseYaml, toPlain, YamlError } from '#platform/content/yaml/document.ts';
import { isPlainList, isPlainMap, type PlainMap } from '#platform/content/yaml/plain.ts';
import { type ChunkDefaults, chunkDefaultsOf } from '../chunk-options.ts';
import { chunkDefaultsIn } from '../knitr-setup.ts';
import { folderOf, resolvePath, type CollectionFiles } from './paths.ts';

/** Longer files are data. */
const LONGEST = 200_000;

/** What a project of Quarto or bookdown sets for the chunks of a document: in `_quarto.yml`, `_metadata.yml`, `_common.R`, or `index.Rmd`. */
export function chunkDefaultsAround(files: CollectionFiles, path: string): ChunkDefaults {
  const defaults = new Map<string, string>();
  if (!/\.[rq]md$/i.test(path)) return defaults;
  const folder = folderOf(path);
  const steps = folder.split('/').filter((step) => step !== '');
  // From the root of the collection to the folder of the document.
  const folders = ['', ...steps.map((_, at) => steps.slice(0, at + 1).join('/'))];
  const add = (found: ReadonlyMap<string, string>) => found.forEach((value, name) => defaults.set(name, value));
  for (const each of folders) {
    const at = (name: string) => textAt(files, each === '' ? name : `${each}/${name}`);
    for (const name of ['_quarto.yml', '_quarto.yaml', '_metadata.yml']) add(chunkDefaultsOf(yamlIn(at(name))));
    const bookdown = yamlIn(at('_bookdown.yml'))['before_chapter_script'] ?? [];
    const scripts = (isPlainList(bookdown) ? bookdown : [bookdown]).filter((script) => typeof script === 'string');
    for (const script of ['_common.R', ...scripts]) add(chunkDefaultsIn(textAt(files, resolvePath(each, script) ?? '')));
    // The chapters of a book run after its first one.
    if (at('_bookdown.yml') !== '' && `${each === '' ? '' : `${each}/`}index.Rmd` !== path) add(chunkDefaultsIn(chunksIn(at('index.Rmd'))));
  }
  return defaults;
}

function textAt(files: CollectionFiles, path: string): string {
  const bytes = files.get(path);
  return bytes !== undefined && bytes.length <= LONGEST && isUtf8(bytes) ? decodeUtf8(bytes).replace(/\r\n?/g, '\n') : '';
}

function yamlIn(text: string): PlainMap {
  try {
    const plain = text === '' ? {} : toPlain(parseYaml(text));
    return isPlainMap(plain) ? plain : {};
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    return {};
  }
}

/** The code of the chunks of R in a text. */
function chunksIn(text: string): string {
  const lines: string[] = [];
  let isInside = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isInside = line.startsWith('```{r');
    else if (isInside) lines.push(line);
  }
  return lines.join('\n');
}
