import { decodeUtf8, isUtf8 } from '#platform/content/text-file.ts';
import { BLACKBOARD_ENDING, DOCUMENT_ENDINGS, QUESTION_XML_ENDINGS } from '../contract/endings.ts';
import { IMPORT_LIMITS } from '../contract/import-file.ts';
import { UnreadableFile, type ImportedDocument } from './cells.ts';
import { readGiftFile, readQuestionXml } from './questions/read-questions.ts';
import { readMarkdownCells } from './read-markdown.ts';
import { readNotebook } from './read-notebook.ts';
import type { Surroundings } from './surroundings.ts';
import { isSwirl, readSwirl } from './tutorials/swirl.ts';

/** What this reads beside lessons of swirl. */
const READ_ENDINGS = [...DOCUMENT_ENDINGS, ...QUESTION_XML_ENDINGS, BLACKBOARD_ENDING] as const;

/**
 * Parses a file of any kind.
 *
 * @param problemOf returns why bytes can't be a lesson image; null: they can
 * @param around the files that are imported together with it
 * @throws UnreadableFile with a message for the author
 */
export function readImport(
  fileName: string,
  bytes: Uint8Array,
  problemOf: (bytes: Uint8Array) => string | null,
  around: Surroundings,
): ImportedDocument {
  if (isSwirlFile(fileName, bytes)) return readSwirl(decodeUtf8(bytes), around);
  const ending = READ_ENDINGS.find((each) => fileName.toLowerCase().endsWith(each));
  if (ending === undefined)
    throw new UnreadableFile(
      `${fileName} can’t be imported. Choose a Jupyter notebook (.ipynb), a Markdown file (.md), or questions in Moodle XML, QTI (.xml) or GIFT (.gift).`,
    );
  if (!isUtf8(bytes)) throw new UnreadableFile(`${fileName} is not UTF-8 text. Save it as UTF-8 and import it again.`);
  const text = decodeUtf8(bytes);
  if (ending === '.ipynb') return readNotebook(text.replace(/^\uFEFF/, ''), problemOf, around);
  if (ending === '.xml' || ending === '.qti' || ending === BLACKBOARD_ENDING) return readQuestionXml(fileName, text, problemOf, around);
  if (ending === '.gift') return readGiftFile(text, problemOf, around);
  return readMarkdownCells(text, problemOf, around, ending === '.rmd' || ending === '.qmd');
}

/** Whether a file is a lesson of swirl, judged by its name and content. */
export function isSwirlFile(path: string, bytes: Uint8Array): boolean {
  return (
    /(?:^|\/)[^/]{1,200}\.ya?ml$/i.test(path) && bytes.length <= IMPORT_LIMITS.fileBytes && isUtf8(bytes) && isSwirl(decodeUtf8(bytes))
  );
}

/** The title of a lesson whose file has none: `02_data-frames.ipynb` is `02 data frames`. */
export function titleFromFileName(fileName: string): string {
  return fileName
    .replace(/\.[^.]*$/, '')
    .replace(/[_\-\s]+/g, ' ')
    .trim();
}
