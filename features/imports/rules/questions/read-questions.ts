import { readXml, type XmlElement, XmlError } from '#platform/content/xml/read-xml.ts';
import { type ImportedDocument, UnreadableFile } from '../cells.ts';
import type { Surroundings } from '../surroundings.ts';
import { readGift } from './gift/read-gift.ts';
import { readMoodle } from './moodle/read-moodle.ts';
import { readItemFile, readManifest, readTest } from './qti/read-package.ts';
import { readQti12 } from './qti/read-qti12.ts';
import { QuestionList } from './question-list.ts';

/** By the name of the first element. */
const READERS = new Map<string, (root: XmlElement, list: QuestionList, around: Surroundings) => ImportedDocument>([
  ['quiz', readMoodle],
  ['assessmentItem', readItemFile],
  ['assessmentTest', readTest],
  ['manifest', readManifest],
  ['questestinterop', readQti12],
]);

/** The names of the first elements of files with questions. */
export const QUESTION_ROOTS: ReadonlySet<string> = new Set(READERS.keys());

/** Reads a file with questions in GIFT. */
export function readGiftFile(text: string, problemOf: (bytes: Uint8Array) => string | null, around: Surroundings): ImportedDocument {
  return readGift(text, new QuestionList(problemOf, around));
}

/**
 * Reads an XML file with questions, of whichever system wrote it.
 *
 * @throws UnreadableFile for another file, and for one that is no safe XML
 */
export function readQuestionXml(
  fileName: string,
  text: string,
  problemOf: (bytes: Uint8Array) => string | null,
  around: Surroundings,
): ImportedDocument {
  const root = rootOf(fileName, text);
  const read = READERS.get(root.name);
  if (!read)
    throw new UnreadableFile(`${fileName} has no questions that can be imported. Export them as Moodle XML or QTI, and import that file.`);
  return read(root, new QuestionList(problemOf, around), around);
}

function rootOf(fileName: string, text: string): XmlElement {
  try {
    return readXml(text);
  } catch (error) {
    if (error instanceof XmlError) throw new UnreadableFile(`${fileName} can’t be read. ${error.message}`);
    throw error;
  }
}
