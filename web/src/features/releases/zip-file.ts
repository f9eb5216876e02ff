import { MESSAGES } from './messages.ts';

/** What is wrong with the file of a zip release; null: it may be sent (A §5: it needs a .zip file). */
export function zipProblem(file: Pick<File, 'name'> | null): string | null {
  if (file === null) return MESSAGES.zipMissing;
  return /\.zip$/i.test(file.name) ? null : MESSAGES.zipWrong;
}
