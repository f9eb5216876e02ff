import { getUserNames } from '#features/accounts/server/index.ts';
import { getCourseFor, PATHS } from '#features/curricula/server/index.ts';
import { findLesson, getLessonFor, listSeenLessonIds } from '#features/lesson-store/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { notFound } from '#platform/server/errors.ts';
import { VERSIONS_PER_PAGE } from '../contract/history-limits.ts';
import type { LessonNews, Version, Versions } from '../contract/history.ts';
import {
  findVisit,
  listNewsRows,
  listSaveRows,
  listVersionSavers,
  newestVersion,
  storeVisit,
  type Owner,
  type SaveFilter,
  type SaveRow,
} from './queries.ts';

/**
 * Checks that `actor` may see what the history is of: external authors see only that of what they may read, and no paths.
 *
 * @throws AppError `not_found`
 */
export async function requireSeen(handle: Handle, actor: Actor, { kind, id }: Owner): Promise<{ release_id: number; folder: string }> {
  if (kind === 'lesson') return getLessonFor(handle, actor, id);
  if (kind === 'course') return (await getCourseFor(handle, actor, id)).course;
  if (actor.role === 'external') throw notFound('path');
  const { release_id, uuid } = await PATHS.get(handle, actor, id);
  const row = await handle.selectFrom('paths').select('folder').where('id', '=', id).where('uuid', '=', uuid).executeTakeFirst();
  if (!row) throw notFound('path');
  return { release_id, folder: row.folder };
}

/** The saves of a lesson, course or path, newest first, a page at a time. @throws AppError `not_found` */
export async function listVersions(db: Handle, actor: Actor, owner: Owner, filter: SaveFilter): Promise<Versions> {
  await requireSeen(db, actor, owner);
  const rows = await listSaveRows(db, owner, filter, VERSIONS_PER_PAGE + 1);
  const page = rows.slice(0, VERSIONS_PER_PAGE);
  const savers = await listVersionSavers(db, owner, filter.part);
  const names = await getUserNames(db, savers);
  return {
    versions: toVersions(page, names),
    next: rows.length > page.length ? (page.at(-1)?.first_id ?? null) : null,
    people: savers.map((id) => ({ id, name: names.get(id) ?? '' })).toSorted((a, b) => a.name.localeCompare(b.name)),
  };
}

/** One save. @throws AppError `not_found` */
export async function getVersion(
  handle: Handle,
  owner: Owner,
  id: number,
  part: string | undefined,
): Promise<{ version: Version; row: SaveRow }> {
  const [row] = await listSaveRows(handle, owner, { with: id, part }, 1);
  if (!row) throw notFound('version');
  const [version] = await withNames(handle, [row]);
  if (!version) throw notFound('version');
  return { version, row };
}

export async function withNames(handle: Handle, rows: readonly SaveRow[]): Promise<Version[]> {
  return toVersions(rows, await getUserNames(handle, [...new Set(rows.flatMap(({ saved_by }) => saved_by ?? []))]));
}

function toVersions(rows: readonly SaveRow[], names: ReadonlyMap<number, string>): Version[] {
  return rows.map(({ id, saved_at, saved_by, git_author, cause, message, summary, commit_sha, restored_from, parts }) => ({
    id,
    at: saved_at.toISOString(),
    by: saved_by === null ? git_author : (names.get(saved_by) ?? null),
    cause,
    message,
    summary,
    commit: commit_sha,
    restored_from,
    parts,
  }));
}

/** The lessons that others changed since the caller's last visit, as far as they may still see them. */
export async function listLessonNews(db: Handle, actor: Actor): Promise<LessonNews[]> {
  const rows = await listNewsRows(db, actor.id);
  const seen = await listSeenLessonIds(
    db,
    actor,
    rows.map(({ lesson_id }) => lesson_id),
  );
  const names = await getUserNames(db, [...new Set(rows.flatMap(({ by }) => by.flatMap((id) => id ?? [])))]);
  return rows
    .filter(({ lesson_id }) => seen.has(lesson_id))
    .map(({ lesson_id, by, authors, count, at, last }) => {
      const people = [...by.flatMap((id) => (id === null ? [] : (names.get(id) ?? []))), ...authors.flatMap((name) => name ?? [])];
      return { lesson_id, by: [...new Set(people)].toSorted(), count, at: at.toISOString(), last };
    });
}

/** Saves shown at once; the history has the rest. */
const NEWS_MAX = 20;

/** What others changed in a lesson since the caller's last visit; nothing on the first one. @throws AppError `not_found` */
export async function getLessonNews(
  db: Handle,
  actor: Actor,
  lessonId: number,
): Promise<{ since: number | null; last: number; versions: Version[] }> {
  await getLessonFor(db, actor, lessonId);
  const since = await findVisit(db, actor.id, lessonId);
  const last = await newestVersion(db, lessonId);
  if (since === null || since >= last) return { since, last, versions: [] };
  const rows = await listSaveRows(db, { kind: 'lesson', id: lessonId }, { after: since, notBy: actor.id }, NEWS_MAX);
  return { since, last, versions: await withNames(db, rows) };
}

/** @throws AppError `not_found` */
export async function visitLesson(db: Handle, actor: Actor, lessonId: number, last: number): Promise<void> {
  await getLessonFor(db, actor, lessonId);
  if (await findLesson(db, lessonId)) await storeVisit(db, actor.id, lessonId, Math.min(last, await newestVersion(db, lessonId)));
}
