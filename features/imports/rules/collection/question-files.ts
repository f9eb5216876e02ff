import { decodeUtf8, isUtf8 } from '#platform/content/text-file.ts';
import { elementsBelow, readXml, textIn, XmlError } from '#platform/content/xml/read-xml.ts';
import { QUESTION_XML_ENDINGS } from '../../contract/endings.ts';
import { questionFilesIn } from '../questions/qti/read-package.ts';
import { QUESTION_ROOTS } from '../questions/read-questions.ts';
import { baseName, byName, type CollectionFiles, folderOf, resolvePath } from './paths.ts';

/** What packages of questions have at their root. */
export const MANIFEST = 'imsmanifest.xml';
/** The first element is before this, in bytes. */
const START = 4_096;

/** Whether a file is XML with questions, by its first element: other XML of a collection is data. */
export function isQuestionFile(path: string, bytes: Uint8Array): boolean {
  const name = path.toLowerCase();
  if (baseName(name) === MANIFEST || !QUESTION_XML_ENDINGS.some((ending) => name.endsWith(ending))) return false;
  return QUESTION_ROOTS.has(firstElement(new TextDecoder().decode(bytes.subarray(0, START))));
}

/** The name of the first element, behind declarations and comments; empty: there is none. */
function firstElement(text: string): string {
  let at = text.indexOf('<');
  while (text[at + 1] === '?' || text[at + 1] === '!') {
    const sign = text.startsWith('<!--', at) ? '-->' : '>';
    const end = text.indexOf(sign, at);
    if (end < 0) return '';
    at = text.indexOf('<', end);
  }
  return at < 0 ? '' : (/^<(?:[\w.-]{1,50}:)?([\w.-]{1,50})/.exec(text.slice(at, at + 110))?.[1] ?? '');
}

interface QuestionPackage {
  /** The path of its manifest. */
  readonly source: string;
  readonly title: string;
  readonly paths: readonly string[];
  readonly notes: readonly { readonly path: string; readonly reason: string }[];
}

/** The questions of a package with a manifest, such as one of QTI or Canvas; null: there is no manifest, or none with questions. */
export function questionPackageIn(files: CollectionFiles): QuestionPackage | null {
  const [source] = [...files.keys()]
    .filter((path) => baseName(path) === MANIFEST)
    .sort((one, other) => one.split('/').length - other.split('/').length || byName(one, other));
  const bytes = source === undefined ? undefined : files.get(source);
  if (source === undefined || !bytes || !isUtf8(bytes)) return null;
  try {
    const manifest = readXml(decodeUtf8(bytes));
    const folder = folderOf(source);
    const { paths: hrefs, others } = questionFilesIn(manifest);
    const found = hrefs.map((href) => ({ href, path: resolvePath(folder, href) }));
    const notes = found.flatMap(({ href, path }) =>
      path !== null && files.has(path)
        ? []
        : [{ path: href.slice(0, 300), reason: 'The manifest lists it, but the package doesn’t have it.' }],
    );
    const paths = found.flatMap(({ path }) => (path !== null && files.has(path) ? [wholeVersion(files, folder, path)] : []));
    if (others > 0)
      notes.push({
        path: source,
        reason: `${others === 1 ? 'One resource' : `${others} resources`} without questions, such as pages and links, can’t be imported.`,
      });
    const title = [...elementsBelow(manifest)].find(({ name }) => name === 'title');
    const text = textIn(title).replaceAll(/\s+/g, ' ').trim();
    return paths.length === 0 ? null : { source, title: text, paths: [...new Set(paths)], notes };
  } catch (error) {
    if (error instanceof XmlError) return null;
    throw error;
  }
}

/** Canvas has each test twice: as other systems understand it, and with all kinds of its own. */
function wholeVersion(files: CollectionFiles, folder: string, path: string): string {
  const whole = resolvePath(folder, `non_cc_assessments/${baseName(folderOf(path))}.xml.qti`);
  return baseName(path) === 'assessment_qti.xml' && whole !== null && files.has(whole) ? whole : path;
}
