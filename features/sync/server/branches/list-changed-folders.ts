import type { Platform } from '#platform/server/platform.ts';

/** The lesson folders that differ between two commits: those in `to`, and those only in `from`. */
export async function listChangedFolders(
  { git }: Pick<Platform, 'git'>,
  { from, to }: { from: string; to: string },
): Promise<{ changed: string[]; added: string[]; gone: string[] }> {
  const [before, after] = await Promise.all([git.lessonTrees(from), git.lessonTrees(to)]);
  const different = [...after].filter(([folder, tree]) => before.get(folder) !== tree).map(([folder]) => folder);
  return {
    changed: different.filter((folder) => before.has(folder)),
    added: different.filter((folder) => !before.has(folder)),
    gone: [...before.keys()].filter((folder) => !after.has(folder)),
  };
}
