import { randomUUID } from 'node:crypto';
import { UnreadableFile } from '../rules/cells.ts';
import { type ImportChoices, type ImportedLesson, lessonFromCells } from '../rules/lesson-from-cells.ts';
import { readImport, titleFromFileName } from '../rules/read-import.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { detectImage } from '#features/lessons/rules/image-size.ts';
import { isPlainSvg } from '#features/lessons/rules/plain-svg.ts';
import { MESSAGES } from './messages.ts';

declare module '#platform/server/text-tasks/text-tasks.ts' {
  interface TextTasks {
    importFile: typeof importFile;
  }
}

/** The lesson that a file becomes; a text that says why it can't be read. */
export function importFile(
  name: string,
  bytes: Uint8Array,
  choices: Omit<ImportChoices, 'newUuid' | 'otherwise'>,
): ImportedLesson | string {
  try {
    const otherwise = titleFromFileName(name);
    return lessonFromCells(readImport(name, bytes, imageProblem), { ...choices, otherwise, newUuid: randomUUID });
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
