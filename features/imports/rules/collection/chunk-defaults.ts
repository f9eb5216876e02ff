import { decodeUtf8, isUtf8 } from '#platform/content/text-file.ts';
import { isPlainList } from '#platform/content/yaml/plain.ts';
import { type ChunkDefaults, chunkDefaultsOf } from '../chunk-options.ts';
import { chunkDefaultsIn } from '../knitr-setup.ts';
import { yamlMap } from '../yaml-map.ts';
import { folderOf, resolvePath, type CollectionFiles } from './paths.ts';

/** Longer files are data. */
const LONGEST = 200_000;

/** What the files of a folder set for the chunks of the documents in it and below. */
interface FolderDefaults {
  readonly own: ChunkDefaults;
  /** What the first chapter of a book sets for the chapters that run after it. */
  readonly ofIndex: ChunkDefaults;
}

/** Each folder is read once for a collection, as it doesn't change. */
const known = new WeakMap<CollectionFiles, Map<string, FolderDefaults>>();

/** What a project of Quarto or bookdown sets for the chunks of a document: in `_quarto.yml`, `_metadata.yml`, `_common.R`, or `index.Rmd`. */
export function chunkDefaultsAround(files: CollectionFiles, path: string): ChunkDefaults {
  if (!/\.[rq]md$/i.test(path)) return new Map();
  const read = known.get(files) ?? new Map<string, FolderDefaults>();
  known.set(files, read);
  const steps = folderOf(path)
    .split('/')
    .filter((step) => step !== '');
  // From the root of the collection to the folder of the document.
  const folders = ['', ...steps.map((_, at) => steps.slice(0, at + 1).join('/'))];
  return new Map(
    folders.flatMap((folder) => {
      const found = read.get(folder) ?? readFolder(files, folder);
      read.set(folder, found);
      return [...found.own, ...(pathIn(folder, 'index.Rmd') === path ? [] : found.ofIndex)];
    }),
  );
}

function readFolder(files: CollectionFiles, folder: string): FolderDefaults {
  const at = (name: string) => textAt(files, pathIn(folder, name));
  const quarto = ['_quarto.yml', '_quarto.yaml', '_metadata.yml'].map((name) => chunkDefaultsOf(yamlMap(at(name))));
  const bookdown = at('_bookdown.yml');
  const before = yamlMap(bookdown)['before_chapter_script'] ?? [];
  const scripts = (isPlainList(before) ? before : [before]).filter((script) => typeof script === 'string');
  const set = ['_common.R', ...scripts].map((script) => chunkDefaultsIn(textAt(files, resolvePath(folder, script) ?? '')));
  return {
    own: new Map([...quarto, ...set].flatMap((each) => [...each])),
    ofIndex: bookdown === '' ? new Map() : chunkDefaultsIn(chunksIn(at('index.Rmd'))),
  };
}

function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function textAt(files: CollectionFiles, path: string): string {
  const bytes = files.get(path);
  return bytes !== undefined && bytes.length <= LONGEST && isUtf8(bytes) ? decodeUtf8(bytes).replace(/\r\n?/g, '\n') : '';
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
