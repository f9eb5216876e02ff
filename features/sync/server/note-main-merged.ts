import { findMainRelease } from '#features/releases/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';
import { updateBases } from './base-queries.ts';

/** Records which lessons have what main has now, after main or a branch has moved: those whose branch contains main have merged it. */
export async function noteMainMerged({ db, git }: Pick<Platform, 'db' | 'git'>): Promise<void> {
  const commit = (await findMainRelease(db))?.commit_sha;
  if (commit && (await git.hasCommit(commit))) await updateBases(db, await git.history.branchesContaining(commit));
}
