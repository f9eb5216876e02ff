import { CURRICULUM_KINDS, listInRelease } from '#features/curricula/server/index.ts';
import { listLessonTitles } from '#features/lesson-store/server/index.ts';
import { findMainRelease, type StoredRelease } from '#features/releases/server/index.ts';
import type { Handle } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { type Numbered, numberClashes } from '../rules/number-clashes.ts';
import type { BranchComparison } from './branch-state.ts';

/**
 * Which lessons, courses and paths of a release have the number of another one that is on main by now: one sentence for each. Two releases
 * may begin the same number, and git merges their folders side by side.
 */
export async function listNumberClashes(
  { db, git }: Pick<Platform, 'db' | 'git'>,
  release: StoredRelease,
  { main, base, head }: BranchComparison,
): Promise<string[]> {
  const published = await findMainRelease(db);
  const kinds = [
    { root: 'lessons' as const, noun: 'Lesson', list: numberedLessons },
    ...CURRICULUM_KINDS.map((kind) => ({
      root: kind.root,
      noun: kind.title,
      list: async (handle: Handle, id: number): Promise<Numbered[]> =>
        (await listInRelease(handle, kind, id)).map(({ folder, sequence, fields }) => ({ folder, sequence, title: fields.name })),
    })),
  ];
  const clashes: string[] = [];
  for (const { root, noun, list } of kinds) {
    const foldersOf = async (commit: string) => new Set((await git.folderTrees(root, commit)).keys());
    const folders = { main: await foldersOf(main), base: await foldersOf(base), head: await foldersOf(head) };
    const rows = { own: await list(db, release.id), main: published ? await list(db, published.id) : [] };
    clashes.push(...numberClashes(noun, rows, folders));
  }
  return clashes;
}

function numberedLessons(handle: Handle, releaseId: number): Promise<Numbered[]> {
  return listLessonTitles(handle, releaseId);
}
