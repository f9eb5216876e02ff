import type { Handle } from '#platform/server/database/database.ts';
import type { ChangeState, CommitStatus } from '../contract.ts';
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
  return change ? toStatus(change) : null;
}

/** State of the newest change of a course or path; null if nothing was changed here yet. */
export async function commitStatusOf(handle: Handle, place: CurriculumId): Promise<CommitStatus | null> {
  const change = await findNewestOf(handle, place);
  return change ? toStatus(change) : null;
}

/** State of the newest change of each of these screens, by screen id; those without a change are omitted. */
export async function commitStatusOfScreens(handle: Handle, screenIds: readonly number[]): Promise<Map<number, CommitStatus>> {
  const changes = await listNewestOfScreens(handle, screenIds);
  return new Map(changes.flatMap((change) => (change.screen_id === null ? [] : [[change.screen_id, toStatus(change)]])));
}

/** State of the newest change of each release, by release id. */
export async function commitStatesOfReleases(handle: Handle, releaseId?: number): Promise<Map<number, ChangeState>> {
  return new Map((await listNewestStates(handle, releaseId)).map(({ release_id, state }) => [release_id, state]));
}

function toStatus(change: ChangeProgress): CommitStatus {
  const errors = { saved: change.commit_error, committed: change.push_error, pushed: null };
  const at = change.pushed_at ?? change.committed_at ?? change.saved_at;
  return { state: change.state, commit_sha: change.commit_sha, error: errors[change.state], at: at.toISOString() };
}
