import type { ChangeState, CommitStatus } from '#contract/changes.ts';
import type { Handle } from '#server/platform/database/database.ts';
import { getReleaseEvenDeleted } from '#server/releases/releases.ts';
import type { StoredRelease } from '#server/releases/queries.ts';
import {
  findNewestOf,
  findNewestOfLesson,
  listNewestOfScreens,
  listNewestStates,
  type ChangeProgress,
  type CurriculumId,
} from './queries.ts';

/** State of the newest change of a lesson and its screens; null if nothing was changed here yet. */
export async function commitStatusOfLesson(handle: Handle, lessonId: number): Promise<CommitStatus | null> {
  const change = await findNewestOfLesson(handle, lessonId);
  return change ? toStatus(change, await getReleaseEvenDeleted(handle, change.release_id)) : null;
}

/** State of the newest change of a course or path; null if nothing was changed here yet. */
export async function commitStatusOf(handle: Handle, place: CurriculumId): Promise<CommitStatus | null> {
  const change = await findNewestOf(handle, place);
  return change ? toStatus(change, await getReleaseEvenDeleted(handle, change.release_id)) : null;
}

/** State of the newest change of each screen of a lesson, by screen id. */
export async function commitStatusOfScreens(handle: Handle, lessonId: number): Promise<Map<number, CommitStatus>> {
  const changes = await listNewestOfScreens(handle, lessonId);
  const statuses = new Map<number, CommitStatus>();
  if (!changes[0]) return statuses;
  const release = await getReleaseEvenDeleted(handle, changes[0].release_id);
  for (const change of changes) if (change.screen_id !== null) statuses.set(change.screen_id, toStatus(change, release));
  return statuses;
}

/** State of the newest change of each release, by release id. */
export async function commitStatesOfReleases(handle: Handle, releaseId?: number): Promise<Map<number, ChangeState>> {
  return new Map((await listNewestStates(handle, releaseId)).map(({ release_id, state }) => [release_id, state]));
}

function toStatus(change: ChangeProgress, release: StoredRelease): CommitStatus {
  const errors = { saved: release.commit_error, committed: release.push_error, pushed: null };
  const at = change.pushed_at ?? change.committed_at ?? change.saved_at;
  return { state: change.state, commit_sha: change.commit_sha, error: errors[change.state], at: at.toISOString() };
}
