/** What an author and the last imported version of a collection both changed in a lesson: found, and resolved by an author. */

import { recordAudit } from '#features/audit/server/index.ts';
import { MESSAGES as SYNC_MESSAGES } from '#features/branches/server/index.ts';
import type { Files } from '#features/content-model/rules/lesson-content.ts';
import type { Decisions, KeyedConflict, Sides } from '#features/documents/rules/merge-conflicts.ts';
import { getLessonFor, getLessonToEdit, type StoredLesson } from '#features/lesson-store/server/index.ts';
import { getRelease } from '#features/releases/server/index.ts';
import type { SyncConflictDetails } from '#features/sync/contract/sync.ts';
import { commitFirst, syncConflict, withDecisionErrors } from '#features/sync/server/index.ts';
import { contentHash } from '#platform/content/content-hash.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { notFound, unavailable } from '#platform/server/errors.ts';
import { NO_OPERATION } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { requireTextTask } from '#platform/server/text-tasks/text-tasks.ts';
import { fileChanges, mergeFiles } from './merge-version.ts';
import { MESSAGES } from './messages.ts';
import { closeDocument, findOpenDocument, type OpenDocument } from './queries.ts';
import { fromStored } from './stored-folder.ts';

/** Null: nothing is left to decide. @throws AppError `not_found` */
export async function findCollectionConflict(platform: Platform, actor: Actor, lessonId: number): Promise<SyncConflictDetails | null> {
  const lesson = await getLessonFor(platform.db, actor, lessonId);
  const document = await findOpenDocument(platform.db, lesson.release_id, lesson.folder);
  const { commit_sha: head } = await getRelease(platform.db, lesson.release_id);
  if (document === undefined || head === null) return null;
  return await detailsOf(lesson, document, await sidesOf(platform, document, head));
}

/**
 * Saves the resolved values, in one commit. What was changed elsewhere in the lesson stays.
 *
 * @param resolution.commit identifies what the author saw
 * @throws AppError `not_found`; `conflict` with the current value, if it is another one; `invalid` for values that no lesson can have
 */
export async function resolveCollectionConflict(
  platform: Platform,
  actor: Actor,
  lessonId: number,
  resolution: { readonly commit: string; readonly values: Decisions },
): Promise<void> {
  const lesson = await platform.db.transaction().execute((tx) => getLessonToEdit(tx, actor, lessonId));
  const { signal } = NO_OPERATION;
  const document = await findOpenDocument(platform.db, lesson.release_id, lesson.folder);
  if (document === undefined) throw notFound('conflict');
  const release = await commitFirst(platform, lesson.release_id, signal);
  const from = release.commit_sha;
  if (from === null) throw unavailable(SYNC_MESSAGES.noMain);
  const sides = await sidesOf(platform, document, from);
  const details = await detailsOf(lesson, document, sides);
  if (details && details.commit !== resolution.commit) throw syncConflict(details);
  if (details) {
    const decided = { ...(await keptAsIs(document, sides)), ...resolution.values };
    const merged = await withDecisionErrors(() => mergeLesson(sides, decided));
    if (merged.conflicts.length > 0) throw syncConflict(details);
    const { writes, deletes } = fileChanges(`lessons/${lesson.folder}`, sides.mine, merged.files);
    if (writes.size + deletes.length > 0) {
      const message = `Resolve conflicts with ${document.title.slice(0, 100)}`;
      await mergeFiles(platform, actor, { release, from, message, writes, deletes, signal }, async () => undefined);
    }
  }
  await platform.db.transaction().execute(async (tx) => {
    await closeDocument(tx, document.id);
    await recordAudit(tx, { actor, action: 'collection.resolve', subject: `lesson:${lessonId}`, details: { title: document.title } });
  });
}

async function sidesOf({ git }: Pick<Platform, 'git'>, document: OpenDocument, commit: string): Promise<Sides<Files>> {
  const mine = (await git.readFolder(commit, `lessons/${document.folder}`)).files;
  return { base: fromStored(document.conflict_base, [mine]), mine, theirs: fromStored(document.lesson, [mine]) };
}

/** @throws AppError `refused` if that takes too long; `unavailable` */
async function mergeLesson(sides: Sides<Files>, decided: Decisions = {}) {
  return await requireTextTask('mergeFolder', ['lessons', sides, decided], MESSAGES.tooExpensiveMerge);
}

/** Null: nothing is left to decide. */
async function detailsOf(lesson: StoredLesson, document: OpenDocument, sides: Sides<Files>): Promise<SyncConflictDetails | null> {
  if (sides.mine.size === 0) return null;
  const open = (await mergeLesson(sides)).conflicts.filter(({ key }) => !isHashed(document, key));
  if (open.length === 0) return null;
  const side = (name: 'base' | 'mine' | 'theirs') => Object.fromEntries(open.map((each) => [each.key, each[name] ?? null]));
  const found = { base: side('base'), mine: side('mine'), theirs: side('theirs') };
  const labels = Object.fromEntries(open.map(({ key, label }) => [key, label]));
  return { lesson_id: lesson.id, course_id: null, path_id: null, ...found, labels, commit: contentHash(found), changed_by: document.title };
}

/** Images and data files that both changed: only the hash of the imported one is known, so the author's stay. */
async function keptAsIs(document: OpenDocument, sides: Sides<Files>): Promise<Decisions> {
  const kept: readonly KeyedConflict[] = (await mergeLesson(sides)).conflicts.filter(({ key }) => isHashed(document, key));
  return Object.fromEntries(kept.map(({ key, mine }) => [key, mine]));
}

function isHashed({ lesson, conflict_base }: OpenDocument, key: string): boolean {
  const path = key.startsWith('file.') ? key.slice('file.'.length).replace(/\.kept$/, '') : '';
  return [lesson, conflict_base].some((folder) => folder[path] !== undefined && 'sha256' in folder[path]);
}
