import { sql, type SelectQueryBuilder } from 'kysely';
import type { Handle, Tables } from '#platform/server/database/database.ts';
import type { AuditFilter } from '../contract/audit.ts';

interface NewAuditEntry {
  user_id: number | null;
  action: string;
  subject: string | null;
  details: Record<string, unknown>;
  address: string | null;
  request_id: string | null;
}

/** The database fills in where a lesson, screen or comment was (migration 0011). */
export function auditInsert(handle: Handle, entry: NewAuditEntry) {
  return handle.insertInto('audit_entries').values({ ...entry, details: JSON.stringify(entry.details) });
}

/** An entry with the current data of its subjects. */
export interface AuditRow {
  id: number;
  at: Date;
  user_id: number | null;
  user_name: string | null;
  user_email: string | null;
  action: string;
  subject: string | null;
  details: Record<string, unknown>;
  address: string | null;
  request_id: string | null;
  lesson_sequence: number | null;
  /** Null: it is deleted. */
  lesson_id: number | null;
  release_id: number | null;
  release_name: string | null;
}

/** Newest first. @param page.before Only entries older than the one with this id. */
export async function listAuditRows(
  handle: Handle,
  filter: AuditFilter,
  page: { before?: number | undefined; limit: number },
): Promise<AuditRow[]> {
  let query = handle
    .selectFrom('audit_entries as a')
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .leftJoin('lessons as l', (join) => join.onRef('l.id', '=', 'a.lesson_id').on('l.deleted_at', 'is', null))
    .leftJoin('releases as r', 'r.id', 'a.release_id')
    .select([
      'a.id',
      'a.at',
      'a.user_id',
      'u.name as user_name',
      'u.email as user_email',
      'a.action',
      'a.subject',
      'a.details',
      'a.address',
      'a.request_id',
      'a.lesson_sequence',
      'l.id as lesson_id',
      'a.release_id',
      'r.name as release_name',
    ])
    .orderBy('a.id', 'desc')
    .limit(page.limit);
  if (page.before !== undefined) query = query.where('a.id', '<', page.before);
  return narrowed(query, filter).execute();
}

type Audit = Tables & { a: Tables['audit_entries'] };

function narrowed<DB extends Audit, O>(
  base: SelectQueryBuilder<DB, 'a' & keyof DB, O>,
  { lesson, person, release, action, from, to }: AuditFilter,
): SelectQueryBuilder<DB, 'a' & keyof DB, O> {
  const conditions = [
    lesson === undefined ? null : sql<boolean>`a.lesson_sequence = ${lesson}`,
    person === undefined ? null : sql<boolean>`a.user_id = ${person}`,
    release === undefined ? null : sql<boolean>`a.release_id = ${release}`,
    // A noun matches every action on it, and an action without a verb (`sign-in`) itself.
    action === undefined
      ? null
      : action.includes('.')
        ? sql<boolean>`a.action = ${action}`
        : sql<boolean>`(a.action = ${action} or a.action like ${`${action}.%`})`,
    from === undefined ? null : sql<boolean>`a.at >= ${from}::date at time zone 'UTC'`,
    to === undefined ? null : sql<boolean>`a.at < (${to}::date + 1) at time zone 'UTC'`,
  ];
  return conditions.reduce((query, condition) => (condition === null ? query : query.where(condition)), base);
}

/** The users, releases and actions in the trail. */
export async function listAuditChoices(handle: Handle) {
  const people = handle
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.email'])
    .where((is) => is.exists(is.selectFrom('audit_entries as a').select('a.id').whereRef('a.user_id', '=', 'u.id')))
    .orderBy(sql`lower(coalesce(u.name, u.email))`);
  const releases = handle
    .selectFrom('releases as r')
    .select(['r.id', 'r.name'])
    .where((is) => is.exists(is.selectFrom('audit_entries as a').select('a.id').whereRef('a.release_id', '=', 'r.id')))
    .orderBy(sql`lower(r.name)`);
  // One index lookup per action, however many entries there are.
  const actions = sql<{ action: string }>`
    with recursive found(action) as (
      (select action from audit_entries order by action using ~<~ limit 1)
      union all
      select (select a.action from audit_entries a where a.action ~>~ found.action order by a.action using ~<~ limit 1)
      from found where found.action is not null
    ) select action from found where action is not null`;
  return {
    people: await people.execute(),
    releases: await releases.execute(),
    actions: (await actions.execute(handle)).rows.map(({ action }) => action),
  };
}

/** Numbers and lessons of existing screens, by id. */
export async function listPositionsOfScreens(
  handle: Handle,
  ids: readonly number[],
): Promise<Map<number, { lesson_id: number; sequence: number }>> {
  if (ids.length === 0) return new Map();
  const rows = await handle
    .selectFrom('screens')
    .select(['id', 'lesson_id', 'sequence'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, lesson_id, sequence }) => [id, { lesson_id, sequence }]));
}

/** Names of datasets, courses and paths, by `dataset:3`. */
export async function listNames(handle: Handle, subjects: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const [noun, table] of [
    ['dataset', 'datasets'],
    ['course', 'courses'],
    ['path', 'paths'],
  ] as const) {
    const ids = subjects.flatMap((subject) => (subject.startsWith(`${noun}:`) ? [Number(subject.slice(noun.length + 1))] : []));
    if (ids.length === 0) continue;
    const rows = await handle.selectFrom(table).select(['id', 'name']).where('id', 'in', ids).execute();
    for (const { id, name } of rows) names.set(`${noun}:${id}`, name);
  }
  return names;
}

/** The ids of everyone who pushed to a branch of the built-in code host. */
export async function listPushers(handle: Handle, branch: string): Promise<Set<number>> {
  const rows = await handle
    .selectFrom('audit_entries')
    .select('user_id')
    .distinct()
    .where('action', '=', 'git.push')
    .where(sql<boolean>`details -> 'branches' ? ${branch}`)
    .execute();
  return new Set(rows.flatMap(({ user_id }) => user_id ?? []));
}
