import type { Release } from '#contract/releases.ts';
import type { Actor } from '#contract/roles.ts';
import { placeOf } from '#server/changes/change-content.ts';
import { openConflicts, type MergePlan } from '#server/changes/service.ts';
import { recordAudit } from '#server/audit/service.ts';
import { listReleaseLessons } from '#server/lessons/service.ts';
import { refused, syncConflict, unavailable } from '#server/platform/errors.ts';
import { UNHEARD } from '#server/platform/operations.ts';
import type { Platform } from '#server/platform/platform.ts';
import { getRelease } from '#server/releases/service.ts';
import { getAuthor } from '#server/users/service.ts';
import { releaseView } from '../list-releases.ts';
import { bringIn, type BringIn } from './bring-in.ts';
import { conflictDetails, withDecisions } from './conflict-details.ts';
import { fetchSoon } from './fetch-branch.ts';
import { MESSAGES } from './messages.ts';
import type { Resolution } from './sync-lesson.ts';
import { waitForPush } from '../wait-for-push.ts';

/**
 * Merges main into the branch of a release. Lessons in conflict are asked about one after the other: each decision is
 * kept, and the next conflict is told.
 *
 * @throws AppError `not_found`; `conflict` with both sides of one lesson; `refused` for main, and for files that only
 * git can merge; `unavailable` while the code host cannot be reached.
 */
export async function updateFromMain(
  platform: Platform,
  actor: Actor,
  id: number,
  resolution: (Resolution & { readonly lesson_id: number }) | undefined,
): Promise<Release> {
  const release = await getRelease(platform.db, id);
  if (release.is_main) throw refused(MESSAGES.mainRelease);
  const theirs = await fetchMain(platform);
  const lessons = new Map((await listReleaseLessons(platform.db, id)).map((lesson) => [lesson.folder, lesson.id]));
  const folder = [...lessons].find(([, lessonId]) => lessonId === resolution?.lesson_id)?.[0];
  const values = resolution?.commit === theirs ? resolution.values : undefined;
  const askAboutFirst = async (plan: MergePlan, isAbout: (folder: string) => boolean) => {
    for (const open of openConflicts(plan)) {
      const lessonId = open.root === 'lessons' ? lessons.get(open.folder) : undefined;
      if (lessonId !== undefined && isAbout(open.folder)) throw syncConflict(await conflictDetails(platform, lessonId, plan, open));
    }
  };
  const input: BringIn = {
    theirs,
    source: 'main',
    message: `Merge ${platform.git.mainBranch} into ${release.branch_name}`,
    author: await getAuthor(platform.db, actor.id),
    decided: new Map(folder !== undefined && values ? [[placeOf({ folder }), values]] : []),
    // What is decided is kept even while other lessons are not; without a decision nothing changes.
    check: (plan) => askAboutFirst(plan, (name) => values === undefined || name === folder),
  };
  const { plan, conflict } = await withDecisions(() => bringIn(platform, id, input, UNHEARD.signal));
  await askAboutFirst(plan, () => true);
  if (conflict !== null) throw refused(conflict);
  await recordAudit(platform.db, { actor, action: 'release.update-from-main', subject: `release:${id}`, details: { main: theirs } });
  await waitForPush(platform, id);
  return releaseView(platform, id);
}

async function fetchMain({ git }: Platform): Promise<string> {
  await fetchSoon((signal) => git.fetchMain(signal));
  const head = await git.head(git.mainBranch);
  if (head === null) throw unavailable(MESSAGES.noMain);
  return head;
}
