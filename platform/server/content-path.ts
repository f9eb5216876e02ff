import { isOneLine } from '#platform/contract/one-line.ts';
import { UnsafeNameError } from './errors.ts';

const PATH_BYTES_MAX = 1_000;
const SEGMENT_BYTES_MAX = 255;

/** Code points that HFS+ ignores when it compares names: `.g\u200cit` is `.git` there. */
const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
const CONTROL = /\p{Cc}/u;

/**
 * Returns null if a file may be written at `path` (relative to the root of the repository), else the reason.
 * fast-import accepts `../evil` and `.git/config`, so every path is checked first. Names that become `.git` on other
 * file systems (case, `git~1`, trailing dots and spaces, streams, ignored code points) are rejected too.
 */
export function contentPathProblem(path: string): string | null {
  if (path === '') return 'The path is empty.';
  if (!path.isWellFormed()) return 'The path is not valid Unicode.';
  if (CONTROL.test(path)) return 'The path contains a control character.';
  if (Buffer.byteLength(path) > PATH_BYTES_MAX) return 'The path is too long.';
  if (path.startsWith('/')) return 'The path is absolute.';
  if (path.includes('\\')) return 'The path contains a backslash.';
  for (const segment of path.split('/')) {
    if (segment === '') return 'The path has an empty part.';
    if (segment === '.' || segment === '..') return 'The path contains “.” or “..”.';
    if (Buffer.byteLength(segment) > SEGMENT_BYTES_MAX) return 'A part of the path is too long.';
    if (meansDotGit(segment)) return 'The path contains a .git folder.';
  }
  return null;
}

/**
 * Returns null if a new file may have this path, else the reason. Wherever names come from, typed or in a zip, they also must be
 * readable as what they are. Git may bring others: they can be written and deleted, and preflight reports them.
 */
export function newPathProblem(path: string): string | null {
  return (
    contentPathProblem(path) ?? (isOneLine(path) ? null : 'The path contains characters that are invisible or change the text direction.')
  );
}

function meansDotGit(segment: string): boolean {
  const seen = segment.normalize('NFKC').replace(IGNORED_BY_HFS, '').toLowerCase();
  const onNtfs = (seen.split(':', 1)[0] ?? '').replace(/[. ]+$/, '');
  return onNtfs === '.git' || /^git~\d+$/.test(onNtfs);
}

/** @throws UnsafeNameError for a path that {@link contentPathProblem} rejects. */
export function checkContentPath(path: string): void {
  const problem = contentPathProblem(path);
  if (problem !== null) throw new UnsafeNameError(`${problem} (${JSON.stringify(path.slice(0, 100))})`);
}
