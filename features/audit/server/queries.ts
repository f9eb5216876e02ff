import { sql, type SelectQueryBuilder } from 'kysely';
import type { Handle, Tables } from '#platform/server/database/database.ts';
import type { AuditFilter } from '../contract/audit.ts';
import { actionsOfKind } from './actions.ts';

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
  lesson_id: number | null;
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
      'a.lesson_id',
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
  { lesson, person, release, thing, kind, action, from, to }: AuditFilter,
): SelectQueryBuilder<DB, 'a' & keyof DB, O> {
  const conditions = [
    lesson === undefined ? null : sql<boolean>`a.lesson_sequence = ${lesson}`,
    person === undefined ? null : sql<boolean>`a.user_id = ${person}`,
    release === undefined ? null : sql<boolean>`a.release_id = ${release}`,
    thing === undefined ? null : sql<boolean>`a.subject = ${thing}`,
    kind === undefined ? null : isOfKind(kind),
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

function isOfKind(kind: NonNullable<AuditFilter['kind']>) {
  const actions = actionsOfKind(kind);
  return 'only' in actions ? sql<boolean>`a.action = any(${actions.only})` : sql<boolean>`a.action <> all(${actions.but})`;
}

/**
 * The versions that the changes of these entries made: both have the moment of their transaction. Automatic saves become one version, so
 * some entries have none.
 */
export async function listVersionsMade(handle: Handle, entries: readonly number[]): Promise<Map<number, number>> {
  if (entries.length === 0) return new Map();
  const { rows } = await sql<{ entry: number; version: number }>`
    with made as (
      select id, at, lesson_id,
             case when subject ~ '^course:[0-9]{1,9}$' then split_part(subject, ':', 2)::integer end as course_id,
             case when subject ~ '^path:[0-9]{1,9}$' then split_part(subject, ':', 2)::integer end as path_id
        from audit_entries where id = any(${[...entries]}::bigint[])
    )
    select made.id as entry, max(v.id) as version from made join versions v on v.lesson_id = made.lesson_id and v.saved_at = made.at group by 1
    union all
    select made.id, max(v.id) from made join versions v on v.course_id = made.course_id and v.saved_at = made.at group by 1
    union all
    select made.id, max(v.id) from made join versions v on v.path_id = made.path_id and v.saved_at = made.at group by 1`.execute(handle);
  return new Map(rows.map(({ entry, version }) => [entry, version]));
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
