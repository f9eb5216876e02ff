/** Commits from before the first version: what they changed, and restoring what they have. All of it is read from git. */

import type { FastifyReply } from 'fastify';
import type { CourseContent, PathContent } from '#features/content-model/rules/curriculum-content.ts';
import { COURSES, PATHS, replaceCurriculum } from '#features/curricula/server/index.ts';
import type { CommitLine } from '#features/git/server/index.ts';
import { requireEditableLesson } from '#features/lesson-store/server/index.ts';
import { findRelease } from '#features/releases/server/index.ts';
import type { DiffSide } from '#features/review/contract/pull-diffs.ts';
import { diffFolder, readImage, sendPullImage } from '#features/review/server/index.ts';
import { setOrigin } from '#features/revisions/server/index.ts';
import { listStoredScreens, screenSummary, writeScreen } from '#features/screens/server/index.ts';
import { readCurriculumFolder, readLessonFolder } from '#features/sync/server/index.ts';
import { routeUrl } from '#platform/contract/client.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Db } from '#platform/server/database/database.ts';
import { notFound, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { historyRoutes, type CommitDiff } from '../contract/history.ts';
import { requireSeen } from './list-versions.ts';
import { MESSAGES } from './messages.ts';
import { firstSaveOf, type Owner } from './queries.ts';
import { restoredLesson, reviveScreen, writeWholeLesson } from './write-restored.ts';

/** How many commits are listed. */
const COMMITS_MAX = 200;
const ROOTS = { lesson: 'lessons', course: 'courses', path: 'paths' } as const;
/** Git has these objects in every repository, by the length of its ids. */
const EMPTY_TREES = new Map([
  [40, '4b825dc642cb6eb9a060e54bf8d69288fbee4904'],
  [64, '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321'],
]);

interface Branch {
  /** The folder in the repository. */
  readonly place: string;
  readonly folder: string;
  readonly head: string;
  /** When the history began. */
  readonly began: Date;
}

/** The branch that has it; null: nothing of it is in git. */
async function findBranch(db: Db, actor: Actor, owner: Owner): Promise<Branch | null> {
  const { release_id, folder } = await requireSeen(db, actor, owner);
  const head = (await findRelease(db, release_id))?.commit_sha;
  const first = await firstSaveOf(db, owner);
  return head && first ? { place: `${ROOTS[owner.kind]}/${folder}`, folder, head, began: first.saved_at } : null;
}

/** The commits of its folder from before the first version, newest first. @throws AppError `not_found` */
export async function listEarlierCommits({ db, git }: Pick<Platform, 'db' | 'git'>, actor: Actor, owner: Owner) {
  const branch = await findBranch(db, actor, owner);
  if (!branch) return [];
  const commits = await git.history.listCommitsOf(branch.head, branch.place, { before: branch.began, limit: COMMITS_MAX });
  return commits.map(toCommit);
}

function toCommit({ sha, subject, author, at }: CommitLine): CommitDiff['commit'] {
  return { sha, subject, author, date: at.toISOString() };
}

/** A commit of the branch that changed the folder. Others are not shown: they may be of what the caller may not read. */
async function getCommit({ db, git }: Pick<Platform, 'db' | 'git'>, actor: Actor, owner: Owner, sha: string) {
  const branch = await findBranch(db, actor, owner);
  if (!branch || !(await git.hasCommit(sha)) || !(await git.history.contains(branch.head, sha))) throw notFound('commit');
  const [line] = await git.history.listCommitsOf(sha, branch.place, { before: branch.began, limit: 1 });
  if (line?.sha !== sha) throw notFound('commit');
  const parent = (await git.history.parentsOf(sha))[0] ?? EMPTY_TREES.get(sha.length);
  if (parent === undefined) throw notFound('commit');
  return { ...branch, line, parent };
}

/** What a commit changed, or what has changed on the branch since it. @throws AppError `not_found` */
export async function getCommitDiff(
  platform: Platform,
  actor: Actor,
  owner: Owner,
  sha: string,
  against: 'before' | 'now' = 'before',
): Promise<CommitDiff> {
  const { place, folder, head, line, parent } = await getCommit(platform, actor, owner, sha);
  const [before, after] = against === 'now' ? [sha, head] : [parent, sha];
  const params = { ...owner, sha };
  const imagesAt = owner.kind === 'lesson' ? routeUrl(historyRoutes.showCommitImage, { params, query: { path: 'images/' } }) : null;
  const lesson = owner.kind === 'lesson' ? await readLessonFolder(platform, sha, folder) : null;
  return {
    commit: toCommit(line),
    ...(await diffFolder(platform, { before, after, place, imagesAt })),
    screens: (lesson?.content.screens ?? []).map((screen) => ({ folder: screen.folder, title: screen.fields.title })),
    can_restore: owner.kind === 'lesson' ? lesson !== null : (await readCurriculum(platform, owner.kind, sha, folder)) !== null,
  };
}

const readCurriculum = (platform: Platform, kind: 'course' | 'path', sha: string, folder: string) =>
  readCurriculumFolder(platform, kind === 'course' ? COURSES : PATHS, sha, folder);

/**
 * Restores what a commit has as a new save; with `screen` only the screen of this folder. Returns its id.
 *
 * @throws AppError `not_found`; `refused` if it is read-only, or the commit deleted it.
 */
export async function restoreCommit(
  platform: Platform,
  actor: Actor,
  owner: Owner,
  sha: string,
  screen: string | undefined,
): Promise<{ screen_id: number | null }> {
  const { kind, id } = owner;
  if (kind === 'lesson') await requireEditableLesson(platform, actor, id);
  const { folder } = await getCommit(platform, actor, owner, sha);
  if (kind === 'lesson') return restoreLesson(platform, actor, { id, sha, folder }, screen);
  const content = await readCurriculum(platform, kind, sha, folder);
  if (!content) throw refused(MESSAGES.isDeletedIn);
  const origin = { cause: 'restore', commit: sha } as const;
  // Its number and id are those that it has now.
  if (kind === 'course')
    await replaceCurriculum(platform, actor, COURSES, id, async (tx, { uuid, sequence }) => {
      await setOrigin(tx, origin);
      return { ...(content as CourseContent), uuid, sequence };
    });
  else
    await replaceCurriculum(platform, actor, PATHS, id, async (tx, { uuid, sequence }) => {
      await setOrigin(tx, origin);
      return { ...(content as PathContent), uuid, sequence };
    });
  return { screen_id: null };
}

async function restoreLesson(
  platform: Platform,
  actor: Actor,
  { id, sha, folder }: { id: number; sha: string; folder: string },
  wanted: string | undefined,
): Promise<{ screen_id: number | null }> {
  const read = await readLessonFolder(platform, sha, folder);
  if (!read) throw refused(MESSAGES.isDeletedIn);
  const { content, files } = read;
  const origin = { cause: 'restore', commit: sha } as const;
  if (wanted === undefined) {
    await writeWholeLesson(platform, actor, id, async (tx, { sequence }) => {
      await setOrigin(tx, origin);
      const { fields, packages, packages_lock, datasets, accepted, screens } = content;
      const attached = { packages, packages_lock, datasets, accepted };
      return { fields, attached, screens, files, ...restoredLesson(sequence, fields.title, { commit: sha }) };
    });
    return { screen_id: null };
  }
  const screen = content.screens.find((each) => each.folder === wanted);
  if (!screen) throw notFound('screen');
  const live = (await listStoredScreens(platform.db, id)).find(({ uuid }) => uuid === screen.uuid);
  if (!live)
    return {
      screen_id: await reviveScreen(platform, actor, id, screen.uuid, async (tx) => {
        await setOrigin(tx, origin);
        return screen;
      }),
    };
  await writeScreen(platform, actor, { lessonId: id, screenId: live.id }, async (tx, stored, lesson) => {
    await setOrigin(tx, origin);
    const { uuid: _uuid, folder: _folder, fields, ...attached } = screen;
    return { fields, attached, message: null, summary: screenSummary('Restore', stored, lesson) };
  });
  return { screen_id: live.id };
}

/** Sends an image as a commit, or its parent, has it. @throws AppError `not_found` */
export async function showCommitImage(
  platform: Pick<Platform, 'db' | 'git'>,
  actor: Actor,
  { sha, ...owner }: Owner & { sha: string },
  { path, side }: { path: string; side?: DiffSide | undefined },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { place, parent } = await getCommit(platform, actor, owner, sha);
  const commits = side === undefined ? [sha, parent] : [side === 'after' ? sha : parent];
  for (const commit of commits) {
    const image = await readImage(platform.git, commit, `${place}/${path}`);
    if (image) return sendPullImage(reply, image);
  }
  throw notFound('image');
}
