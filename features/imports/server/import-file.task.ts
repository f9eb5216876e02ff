import { randomUUID } from 'node:crypto';
import { detectImage } from '#features/lessons/rules/image-size.ts';
import { isPlainSvg } from '#features/lessons/rules/plain-svg.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { loadTrees } from '#platform/server/code/syntax-trees.ts';
import { UnreadableFile } from '../rules/cells.ts';
import { NAMED_LANGUAGES, type ReadTree } from '../rules/code-names.ts';
import { type ImportChoices, type ImportedLesson, lessonFromCells } from '../rules/lesson-from-cells.ts';
import { readImport, titleFromFileName } from '../rules/read-import.ts';
import { alone } from '../rules/surroundings.ts';
import { MESSAGES } from './messages.ts';

declare module '#platform/server/text-tasks/text-tasks.ts' {
  interface TextTasks {
    importFile: typeof importFileTask;
  }
}

interface Choices extends Omit<ImportChoices, 'newUuid' | 'otherwise'> {
  /** Names of images that the lesson already has. */
  readonly images?: readonly string[];
}

/** The lesson that a file becomes; a text that says why it can't be read. */
export async function importFileTask(name: string, bytes: Uint8Array, choices: Choices): Promise<ImportedLesson | string> {
  return importFileWith(await loadTrees(NAMED_LANGUAGES), name, bytes, choices);
}

export function importFileWith(readTree: ReadTree, name: string, bytes: Uint8Array, choices: Choices): ImportedLesson | string {
  try {
    const otherwise = titleFromFileName(name);
    const around = alone(readTree, new Set(choices.images?.map((image) => image.toLowerCase())));
    const document = readImport(name, bytes, imageProblem, around);
    const files = document.marked?.mark.files ?? [];
    const notes = files.length === 0 ? [] : [{ place: '', reason: MESSAGES.filesBeside(files) }];
    return lessonFromCells({ ...document, notes: [...document.notes, ...notes] }, { ...choices, otherwise, newUuid: randomUUID });
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  }
}

/** The rules for uploaded images, applied to an image that is imported; SVG too, as documents have it. Null: it can be imported. */
export function imageProblem(bytes: Uint8Array): string | null {
  if (bytes.length > LIMITS.imageBytes) return MESSAGES.imageTooLarge;
  return detectImage(bytes) || isPlainSvg(bytes) ? null : MESSAGES.noImage;
}
