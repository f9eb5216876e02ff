import { isOneLine } from '#contract/one-line.ts';
import { isSafeName } from '#content/safe-path.ts';
import type { FileKind } from '#server/data-files/service.ts';
import { invalid } from '#server/platform/errors.ts';
import { contentPathProblem } from '#server/platform/git/content-path.ts';
import { MESSAGES } from './messages.ts';

/**
 * Normalizes the name of an upload: browsers send accented letters in one of two encodings.
 * @throws AppError `invalid` for a name that is not safe on every system.
 */
export function checkedFileName(input: string, kind: FileKind): string {
  const name = input.normalize('NFC');
  const isSafe =
    isSafeName(name) &&
    isOneLine(name) &&
    name.isWellFormed() &&
    contentPathProblem(`${kind === 'data' ? 'files' : 'images'}/${name}`) === null;
  if (!isSafe) throw invalid([{ path: 'file', message: MESSAGES.unsafeName }]);
  return name;
}
