import { getAuthor } from '#features/accounts/server/index.ts';
import { recordAudit } from '#features/audit/server/index.ts';
import { waitForPush } from '#features/branches/server/index.ts';
import { openConflicts, type MergePlan } from '#features/changes/server/index.ts';
import { CURRICULUM_KINDS, listInRelease, subjectOf } from '#features/curricula/server/index.ts';
import { listReleaseLessons } from '#features/lesson-store/server/index.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import { getOpenRelease } from '#features/releases/server/index.ts';
import {
  mergeIntoRelease,
  type MergeInput,
  noteMainMerged,
  conflictDetails,
  syncConflict,
  withDecisionErrors,
  type SyncSubject,
  fetchWithTimeout,
  BRANCHES_MESSAGES as MESSAGES,
  type Resolution,
} from '#features/sync/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { refused, unavailable } from '#platform/server/errors.ts';
import { NO_OPERATION } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { releaseView } from './list-releases.ts';

/**
 * Merges main into the branch of a release. Conflicts are resolved one lesson, course or path at a time: each
 * resolution is stored, and the next conflict is returned.
 *
 * @throws AppError `not_found`; `conflict` with both sides of one of them; `refused` for main, for a closed release, and for files that only
 * git can merge; `unavailable` if the code host can't be reached.
 */
export async function updateFromMain(
  platform: Platform,
  actor: Actor,
  id: number,
  resolution: (Resolution & DecidedOn) | undefined,
): Promise<Release> {
  const release = await getOpenRelease(platform.db, id, MESSAGES.mainRelease);
  const theirs = await fetchMain(platform);
  const subjects = await subjectsOf(platform, id);
  const decidedOn = resolution && [...subjects].find(([, subject]) => isAbout(resolution, subject))?.[0];
  const values = resolution?.commit === theirs ? resolution.values : undefined;
  const askAboutFirst = async (plan: MergePlan, isAsked: (place: string) => boolean) => {
    for (const open of openConflicts(plan)) {
      const subject = subjects.get(open.place);
      if (subject && isAsked(open.place)) throw syncConflict(await conflictDetails(platform, subject, plan, open));
    }
  };
  const input: MergeInput = {
    theirs,
    source: 'main',
    message: `Merge ${platform.git.mainBranch} into ${release.branch_name}`,
    author: await getAuthor(platform.db, actor.id),
    decided: new Map(decidedOn !== undefined && values ? [[decidedOn, values]] : []),
    // A resolution is stored even while others are missing; without one, nothing changes.
    check: (plan) => askAboutFirst(plan, (place) => values === undefined || place === decidedOn),
  };
  const { plan, conflict } = await withDecisionErrors(() => mergeIntoRelease(platform, id, input, NO_OPERATION.signal));
  await askAboutFirst(plan, () => true);
  if (conflict !== null) throw refused(conflict);
  await noteMainMerged(platform);
  await recordAudit(platform.db, { actor, action: 'release.update-from-main', subject: `release:${id}`, details: { main: theirs } });
  await waitForPush(platform, id);
  return releaseView(platform, id);
}

/** The ids of the resolved subject, as sent: all but one are null or omitted. */
type DecidedOn = { readonly [Id in keyof SyncSubject]?: number | null | undefined };

function isAbout(decided: DecidedOn, subject: SyncSubject): boolean {
  return (['lesson_id', 'course_id', 'path_id'] as const).some((id) => subject[id] !== undefined && subject[id] === decided[id]);
}

/** What can have conflicts, by its path on the branch. */
async function subjectsOf({ db }: Platform, releaseId: number): Promise<Map<string, SyncSubject>> {
  const subjects = new Map<string, SyncSubject>();
  for (const { id, folder } of await listReleaseLessons(db, releaseId)) subjects.set(`lessons/${folder}`, { lesson_id: id });
  for (const kind of CURRICULUM_KINDS)
    for (const { id, folder } of await listInRelease(db, kind, releaseId)) subjects.set(`${kind.root}/${folder}`, subjectOf(kind, id));
  return subjects;
}

async function fetchMain({ git }: Platform): Promise<string> {
  await fetchWithTimeout((signal) => git.fetchMain(signal));
  const head = await git.head(git.mainBranch);
  if (head === null) throw unavailable(MESSAGES.noMain);
  return head;
}
