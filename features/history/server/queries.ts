import { sql } from 'kysely';
import type { Handle } from '#platform/server/database/database.ts';
import type { HistoryKind, VersionCause, VersionPart } from '../contract/history.ts';

/** A lesson, course or path. */
export interface Owner {
  readonly kind: HistoryKind;
  readonly id: number;
}

const COLUMNS = { lesson: 'v.lesson_id', course: 'v.course_id', path: 'v.path_id' } as const;

function isOf({ kind, id }: Owner) {
  return sql<boolean>`${sql.ref(COLUMNS[kind])} = ${id}`;
}

/** A save with the parts that it changed. */
export interface SaveRow {
  id: number;
  first_id: number;
  saved_at: Date;
  saved_by: number | null;
  git_author: string | null;
  cause: VersionCause;
  message: string | null;
  summary: string | null;
  commit_sha: string | null;
  restored_from: number | null;
  parts: VersionPart[];
}

export interface SaveFilter {
  readonly part?: string | undefined;
  /** Older than this version. */
  readonly before?: number | undefined;
  /** Newer than this version. */
  readonly after?: number | undefined;
  /** The save that has this version. */
  readonly with?: number | undefined;
  readonly by?: number | undefined;
  readonly notBy?: number | undefined;
  readonly cause?: VersionCause | undefined;
}

/** The saves of a lesson, course or path, newest first. */
export async function listSaveRows(handle: Handle, owner: Owner, filter: SaveFilter, limit: number): Promise<SaveRow[]> {
  const conditions = [isOf(owner)];
  const { part, before, after, by, notBy, cause } = filter;
  if (part !== undefined) conditions.push(sql`v.part = ${part}`);
  if (before !== undefined) conditions.push(sql`v.id < ${before}`);
  if (after !== undefined) conditions.push(sql`v.id > ${after}`);
  if (filter.with !== undefined) conditions.push(sql`v.save_id = (select o.save_id from versions o where o.id = ${filter.with})`);
  if (by !== undefined) conditions.push(sql`v.saved_by = ${by}`);
  if (notBy !== undefined) conditions.push(sql`v.saved_by is distinct from ${notBy}`);
  if (cause !== undefined) conditions.push(sql`v.cause = ${cause}`);
  const own = part === undefined ? sql`true` : sql`v.part = ${part}`;
  const { rows } = await sql<SaveRow>`
    with page as (
      select v.save_id, max(v.id) as id, min(v.id) as first_id from versions v
      where ${sql.join(conditions, sql` and `)}
      group by v.save_id order by max(v.id) desc limit ${limit}
    )
    select page.id, page.first_id, max(v.saved_at) as saved_at, max(v.saved_by) as saved_by, max(v.git_author) as git_author,
      max(v.cause) as cause, max(c.message) as message, max(c.summary) as summary, max(coalesce(c.commit_sha, v.commit_sha)) as commit_sha,
      max(v.restored_from) as restored_from,
      jsonb_agg(jsonb_build_object('id', v.id, 'part', v.part, 'title', v.title, 'change', case
        when v.is_deleted then 'deleted'
        when coalesce((
          select o.is_deleted from versions o
          where coalesce(o.lesson_id, 0) = coalesce(v.lesson_id, 0) and coalesce(o.course_id, 0) = coalesce(v.course_id, 0)
            and coalesce(o.path_id, 0) = coalesce(v.path_id, 0) and o.part = v.part and o.id < v.id
          order by o.id desc limit 1
        ), v.cause <> 'before') then 'added'
        else 'changed' end) order by v.part <> '', v.id) as parts
    from page join versions v on v.save_id = page.save_id and ${isOf(owner)} and ${own}
    left join changes c on c.id = v.change_id
    group by page.id, page.first_id order by page.id desc`.execute(handle);
  return rows;
}

/** The users who saved one of the versions. */
export async function listVersionSavers(handle: Handle, owner: Owner, part: string | undefined): Promise<number[]> {
  const { rows } = await sql<{ saved_by: number }>`
    select distinct v.saved_by from versions v
    where ${isOf(owner)} and v.saved_by is not null and ${part === undefined ? sql`true` : sql`v.part = ${part}`}`.execute(handle);
  return rows.map(({ saved_by }) => saved_by);
}

/** A part with its documents. */
export interface PartRow {
  id: number;
  part: string;
  title: string;
  is_deleted: boolean;
  folder: string | null;
  fields: unknown;
  attached: unknown;
  /** The uuids of a lesson's screens. */
  screen_order: string[] | null;
  sha256: string | null;
  size: number | null;
}

/** What each part was after the version `at`, the newest when it is null; `part` limits it to one, `parts` to several. */
export async function readParts(
  handle: Handle,
  owner: Owner,
  { at, parts }: { at: number | null; parts?: readonly string[] },
): Promise<Map<string, PartRow>> {
  const { rows } = await sql<PartRow>`
    select n.id, n.part, n.title, n.is_deleted, n.folder, f.document as fields, a.document as attached, o.document as screen_order,
      n.sha256, n.size
    from (
      select distinct on (v.part) v.* from versions v
      where ${isOf(owner)} and ${at === null ? sql`true` : sql`v.id <= ${at}`}
        and ${parts === undefined ? sql`true` : sql`v.part = any(${[...parts]}::text[])`}
      order by v.part, v.id desc
    ) n
    join version_documents f on f.hash = n.fields_hash
    left join version_documents a on a.hash = n.attached_hash
    left join version_documents o on o.hash = n.order_hash`.execute(handle);
  return new Map(rows.map((row) => [row.part, row]));
}

/** A part that a save changed. */
export interface SavedPart {
  id: number;
  part: string;
  title: string;
  /** The number of a screen; null: it is none, or deleted. */
  sequence: number | null;
  /** Nobody changed it since. */
  is_newest: boolean;
}

/** The parts of a lesson that a save changed. */
export async function listPartsOfSave(handle: Handle, owner: Owner, save: string): Promise<SavedPart[]> {
  const { rows } = await sql<SavedPart>`
    select v.id, v.part, v.title, s.sequence,
      not exists (select from versions o where o.lesson_id = v.lesson_id and o.part = v.part and o.id > v.id) as is_newest
    from versions v
    left join screens s on s.lesson_id = v.lesson_id and v.part = 'screen:' || s.uuid and s.deleted_at is null
    where ${isOf(owner)} and v.save_id = ${save}
    order by v.id`.execute(handle);
  return rows;
}

/** The text of a field in the versions of a part, newest first, `limit` at a time. Versions that leave the text as it was are listed too. */
export async function listTexts(
  handle: Handle,
  owner: Owner,
  { part, field, before, limit }: { part: string; field: string; before: number | null; limit: number },
): Promise<{ id: number; text: string | null }[]> {
  const { rows } = await sql<{ id: number; text: string | null }>`
    select v.id, f.document ->> ${field} as text from versions v join version_documents f on f.hash = v.fields_hash
    where ${isOf(owner)} and v.part = ${part} and ${before === null ? sql`true` : sql`v.id < ${before}`}
    order by v.id desc limit ${limit}`.execute(handle);
  return rows;
}

/** Who saved these versions, when and why. */
export async function listVersionHeads(
  handle: Handle,
  ids: readonly number[],
): Promise<Pick<SaveRow, 'id' | 'saved_at' | 'saved_by' | 'git_author' | 'cause' | 'message'>[]> {
  const { rows } = await sql<Pick<SaveRow, 'id' | 'saved_at' | 'saved_by' | 'git_author' | 'cause' | 'message'>>`
    select v.id, v.saved_at, v.saved_by, v.git_author, v.cause, c.message from versions v left join changes c on c.id = v.change_id
    where v.id = any(${[...ids]}::bigint[])`.execute(handle);
  return rows;
}

/** The folders of the screens that a lesson has or had, by uuid. */
export async function listScreenFoldersByUuid(handle: Handle, lessonId: number): Promise<Map<string, string>> {
  const rows = await handle.selectFrom('screens').select(['uuid', 'folder']).where('lesson_id', '=', lessonId).execute();
  return new Map(rows.map(({ uuid, folder }) => [uuid, folder]));
}

/** The parts that changed after one version, up to another. */
export async function listChangedParts(handle: Handle, owner: Owner, since: number, until: number): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`
    select v.part from versions v where ${isOf(owner)} and v.id > ${since} and v.id <= ${until}
    group by v.part order by v.part <> '', min(v.id)`.execute(handle);
  return rows.map(({ part }) => part);
}

/** A version by its id; undefined if it is of something else. */
export async function findVersionRow(
  handle: Handle,
  owner: Owner,
  id: number,
): Promise<{ part: string; title: string; sha256: string | null; size: number | null } | undefined> {
  const { rows } = await sql<{ part: string; title: string; sha256: string | null; size: number | null }>`
    select v.part, v.title, v.sha256, v.size from versions v where v.id = ${id} and ${isOf(owner)}`.execute(handle);
  return rows[0];
}

/** The newest version of a lesson; 0: none. */
export async function newestVersion(handle: Handle, lessonId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from versions where lesson_id = ${lessonId}`.execute(handle);
  return rows[0]?.id ?? 0;
}

/** When history of it began, and whether it was there before. */
export async function firstSaveOf(handle: Handle, owner: Owner): Promise<{ saved_at: Date; cause: VersionCause } | undefined> {
  const { rows } = await sql<{ saved_at: Date; cause: VersionCause }>`
    select v.saved_at, v.cause from versions v where ${isOf(owner)} order by v.id limit 1`.execute(handle);
  return rows[0];
}

/** The newest version that a person has seen of a lesson; null: they never visited it. */
export async function findVisit(handle: Handle, userId: number, lessonId: number): Promise<number | null> {
  const query = handle.selectFrom('lesson_visits').select('version_id').where('user_id', '=', userId).where('lesson_id', '=', lessonId);
  return (await query.executeTakeFirst())?.version_id ?? null;
}

export async function storeVisit(handle: Handle, userId: number, lessonId: number, version: number): Promise<void> {
  await sql`
    insert into lesson_visits as v (user_id, lesson_id, version_id) values (${userId}, ${lessonId}, ${version})
    on conflict (user_id, lesson_id) do update set version_id = greatest(v.version_id, excluded.version_id), visited_at = now()`.execute(
    handle,
  );
}

export interface NewsRow {
  lesson_id: number;
  by: (number | null)[];
  authors: (string | null)[];
  count: number;
  at: Date;
  last: number;
}

/** The visited lessons that others changed since. */
export async function listNewsRows(handle: Handle, userId: number): Promise<NewsRow[]> {
  const { rows } = await sql<NewsRow>`
    select visit.lesson_id, array_agg(distinct v.saved_by) as by, array_agg(distinct v.git_author) as authors,
      count(distinct v.save_id)::int as count, max(v.saved_at) as at, max(v.id) as last
    from lesson_visits visit
    join lessons l on l.id = visit.lesson_id and l.deleted_at is null
    join versions v on v.lesson_id = visit.lesson_id and v.id > visit.version_id and v.saved_by is distinct from visit.user_id
    where visit.user_id = ${userId}
    group by visit.lesson_id`.execute(handle);
  return rows;
}
