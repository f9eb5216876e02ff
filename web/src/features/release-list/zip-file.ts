import { MESSAGES } from './messages.ts';

/** What is wrong with a file for Create from Zip; null: nothing. */
export function zipProblem(file: Pick<File, 'name'> | null): string | null {
  if (file === null) return MESSAGES.zipMissing;
  return /\.zip$/i.test(file.name) ? null : MESSAGES.zipWrong;
}
