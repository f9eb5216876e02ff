import type { Bind } from '../sandbox/bubblewrap-arguments.ts';

/** Keep in sync with `PACKAGES` in runner/languages/python/lessonwright_run/shells.py. */
const PACKAGES_FOLDER = '/opt/packages';
/** Keep in sync with `FILES` in the same file. */
export const FILES_FOLDER = '/opt/lessonwright/files';

/** Returns the binds that every shell needs: the lesson's own unpacked packages, or none if null. */
export function shellBinds(packages: string | null): Bind[] {
  return packages === null ? [] : [{ source: packages, target: PACKAGES_FOLDER }];
}
