import { sql, type SqlBool } from 'kysely';
import type { Handle } from '#platform/server/database/database.ts';

const isDeleted = (table: string) => sql<boolean>`${sql.ref(`${table}.deleted_at`)} is not null`;

export interface NamedLesson {
  id: number;
  sequence: number;
  title: string;
  is_deleted: boolean;
}

/** Also those in the trash. */
export function findLessonNames(handle: Handle, ids: readonly number[]): Promise<NamedLesson[]> {
  return handle
    .selectFrom('lessons')
    .select(['id', 'sequence', 'title', isDeleted('lessons').as('is_deleted')])
    .where('id', 'in', ids)
    .execute();
}

export function findScreenNames(handle: Handle, ids: readonly number[]) {
  return handle
    .selectFrom('screens as s')
    .innerJoin('lessons as l', 'l.id', 's.lesson_id')
    .select(['s.id', 's.sequence as number', 's.title as name', isDeleted('s').as('is_deleted')])
    .select(['l.id as lesson_id', 'l.sequence', 'l.title', isDeleted('l').as('is_lesson_deleted')])
    .where('s.id', 'in', ids)
    .execute();
}

export function findCommentScreens(handle: Handle, ids: readonly number[]) {
  return handle
    .selectFrom('comments as c')
    .innerJoin('screens as s', 's.id', 'c.screen_id')
    .innerJoin('lessons as l', 'l.id', 's.lesson_id')
    .select(['c.id', 's.lesson_id', 'c.screen_id'])
    .select(sql<boolean>`s.deleted_at is not null or l.deleted_at is not null`.as('is_deleted'))
    .where('c.id', 'in', ids)
    .execute();
}

export function findReleaseNames(handle: Handle, ids: readonly number[]) {
  return handle
    .selectFrom('releases')
    .select(['id', 'name', isDeleted('releases').as('is_deleted')])
    .where('id', 'in', ids)
    .execute();
}

export function findDatasetNames(handle: Handle, ids: readonly number[]) {
  return handle.selectFrom('datasets').select(['id', 'name']).where('id', 'in', ids).execute();
}

export function findCurriculumNames(handle: Handle, table: 'courses' | 'paths', ids: readonly number[]) {
  return handle
    .selectFrom(table)
    .select(['id', 'sequence', 'name', isDeleted(table).as('is_deleted')])
    .where('id', 'in', ids)
    .execute();
}

export function findStepNames(handle: Handle, ids: readonly number[]) {
  const name = sql<string>`coalesce(fields ->> 'name', '')`;
  return handle
    .selectFrom('steps')
    .select(['id', name.as('name'), 'path_id'])
    .where('id', 'in', ids)
    .execute();
}

const PERSON = ['id', 'name', 'email', 'role'] as const;

export function findPeopleNames(handle: Handle, ids: readonly number[]) {
  return handle.selectFrom('users').select(PERSON).where('id', 'in', ids).execute();
}

/** Entries have the addresses as the accounts had them. */
export function findPeopleNamesByEmail(handle: Handle, emails: readonly string[]) {
  return handle
    .selectFrom('users')
    .select(PERSON)
    .where(sql<SqlBool>`email = any(${emails})`)
    .execute();
}
