import type { Bind } from '#runner/sandbox/bubblewrap-arguments.ts';

/** Mirrors `PACKAGES` in runner/languages/python/lessonwright_run/shells.py. */
const PACKAGES_FOLDER = '/opt/packages';
/** Mirrors `FILES` there. */
export const FILES_FOLDER = '/opt/lessonwright/files';

/** What every shell finds in its place: the lesson's own packages, unpacked; null: it has none. */
export function shellBinds(packages: string | null): Bind[] {
  return packages === null ? [] : [{ source: packages, target: PACKAGES_FOLDER }];
}
