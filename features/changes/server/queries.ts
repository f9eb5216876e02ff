import { type SelectQueryBuilder, sql } from 'kysely';
import type { Handle, Tables, Tx } from '#platform/server/database/database.ts';
import type { ChangeState } from '../contract.ts';
import { ChangeContent } from './change-content.ts';
import { approvalEnd } from './end-approval.ts';
import type { ChangeHead } from './group-changes.ts';

/** A change without its content. */
export interface StoredChange extends ChangeHead {
  id: number;
  screen_id: number | null;
  course_id: number | null;
  path_id: number | null;
  state: ChangeState;
}

interface NewChange {
  uuid: string;
  release_id: number;
  lesson_id: number | null;
  screen_id: number | null;
  course_id: number | null;
  path_id: number | null;
  user_id: number | null;
  message: string | null;
  summary: string;
  content: ChangeContent;
  batch: string | null;
  waits: boolean;
}

/** What a change is about. */
export interface ChangeSubject {
  readonly lesson_id: number | null;
  readonly screen_id: number | null;
  readonly course_id: number | null;
  readonly path_id: number | null;
}

/** The state of a change. */
export interface ChangeProgress {
  screen_id: number | null;
  state: ChangeState;
  commit_sha: string | null;
  saved_at: Date;
  committed_at: Date | null;
  pushed_at: Date | null;
  /** Why the changes of its release can't be committed or pushed at the moment. */
  commit_error: string | null;
  push_error: string | null;
}

/** A lesson, or null, and screens. */
interface Subjects {
  readonly lessonId: number | null;
  readonly screenIds: readonly number[];
}

/** Matches no row, because SQL has no empty lists. */
const NO_ID = -1;

function isAbout({ lessonId, screenIds }: Subjects) {
  return sql<boolean>`(lesson_id = ${lessonId} or screen_id in (${sql.join([...screenIds, NO_ID])}))`;
}

const PLACE = ['lesson_id', 'screen_id', 'course_id', 'path_id'] as const;
const HEAD = ['id', 'uuid', ...PLACE, 'user_id', 'message', 'summary', 'saved_at', 'state', 'batch', 'waits'] as const;
const PROGRESS = [
  'c.screen_id',
  'c.state',
  'c.commit_sha',
  'c.saved_at',
  'c.committed_at',
  'c.pushed_at',
  'r.commit_error',
  'r.push_error',
] as const;

/** Stores a change. The versions that its save has written so far reach git by it. */
export async function insertChange(tx: Tx, change: NewChange): Promise<void> {
  const { release_id, lesson_id, course_id, path_id } = change;
  // One statement, because every save waits for it.
  await tx
    .with('change', (query) =>
      query
        .insertInto('changes')
        .values({ ...change, content: JSON.stringify(change.content) })
        .returning('id'),
    )
    .with('approval', (query) => approvalEnd(query, release_id))
    .updateTable('versions')
    .set((eb) => ({ change_id: eb.selectFrom('change').select('id') }))
    .where(sql<boolean>`save_id = nullif(current_setting('lessonwright.save', true), '')::uuid and change_id is null`)
    .where(sql<boolean>`(lesson_id = ${lesson_id} or course_id = ${course_id} or path_id = ${path_id})`)
    .execute();
}

/** Changes of a release in one of `states`, in the order they were saved. */
export async function listChanges(
  handle: Handle,
  releaseId: number,
  states: readonly ChangeState[],
  limit: number,
): Promise<StoredChange[]> {
  return handle
    .selectFrom('changes')
    .select(HEAD)
    .where('release_id', '=', releaseId)
    .where('state', 'in', states)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Those of some changes that are about one of these folders, given from the root of the branch. */
export async function changesOfPlaces(
  handle: Handle,
  changes: readonly StoredChange[],
  places: ReadonlySet<string>,
): Promise<StoredChange[]> {
  if (changes.length === 0) return [];
  const rows = await handle
    .selectFrom('changes')
    .select(['id', sql<string | null>`content ->> 'kind'`.as('kind'), sql<string>`content ->> 'folder'`.as('folder')])
    .where(
      'id',
      'in',
      changes.map(({ id }) => id),
    )
    .execute();
  const root = { course: 'courses', path: 'paths' } as Readonly<Record<string, string>>;
  const about = new Set(rows.flatMap(({ id, kind, folder }) => (places.has(`${root[kind ?? ''] ?? 'lessons'}/${folder}`) ? [id] : [])));
  return changes.filter(({ id }) => about.has(id));
}

/** An author's automatic saves of a lesson that wait for their commit. */
interface WaitingSaves {
  batch: string;
  user_id: number | null;
  first: Date;
  last: Date;
  now: Date;
  has_screen: boolean;
}

/** What waits for its commit if the newest change of a lesson does, and whether this screen, or a change of files with this summary, is in it. */
export async function findWaiting(
  tx: Tx,
  { lesson_id, screen_id, summary = '' }: { lesson_id: number; screen_id: number | null; summary?: string },
): Promise<WaitingSaves | undefined> {
  const isSame = screen_id === null ? sql`c.screen_id is null and c.summary = ${summary}` : sql`c.screen_id = ${screen_id}`;
  const { rows } = await sql<WaitingSaves>`
    select newest.batch, newest.user_id, max(c.saved_at) as last, now() as now, min(c.saved_at) as first,
      bool_or(${isSame}) as has_screen
    from (
      select batch, user_id, state, waits from changes where lesson_id = ${lesson_id} and state <> 'pushed' order by id desc limit 1
    ) newest
    join changes c on c.lesson_id = ${lesson_id} and c.state = 'saved' and c.batch = newest.batch
    where newest.state = 'saved' and newest.waits
    group by newest.batch, newest.user_id`.execute(tx);
  return rows[0];
}

/** Ends stretches of automatic saves, and gives the newest save of one a message. Returns the number of saves. */
export async function endWaiting(
  tx: Tx,
  { release_id, lesson_id, user_id }: { release_id: number; lesson_id?: number; user_id?: number },
  message: string | null = null,
): Promise<number> {
  const ended = await stopWaiting(tx, (changes) =>
    changes
      .where('release_id', '=', release_id)
      .where('state', '=', 'saved')
      .where('waits', '=', true)
      .$if(lesson_id !== undefined, (query) => query.where('lesson_id', '=', lesson_id ?? 0))
      .$if(user_id !== undefined, (query) => query.where('user_id', '=', user_id ?? 0)),
  );
  const newest = Math.max(...ended.map(({ id }) => id));
  if (message !== null && ended.length > 0) await tx.updateTable('changes').set({ message }).where('id', '=', newest).execute();
  return ended.length;
}

/**
 * The changes as their commit is written: they wait no longer, so nothing joins them and no message comes too late. A message that arrived
 * since they were read is in them.
 */
export async function takeChanges(handle: Handle, changes: readonly StoredChange[]): Promise<StoredChange[]> {
  const waiting = changes.filter(({ waits }) => waits).map(({ id }) => id);
  if (waiting.length === 0) return [...changes];
  const taken = await stopWaiting(handle, (all) => all.where('id', 'in', waiting));
  const messages = new Map(taken.map(({ id, message }) => [id, message]));
  return changes.map((change) => ({ ...change, message: messages.get(change.id) ?? change.message }));
}

type ChangeIds = SelectQueryBuilder<Tables, 'changes', { id: number }>;

/** Ends the waiting of some changes. An author's message and the commit do so at the same time: locked in one order, neither deadlocks. */
function stopWaiting(handle: Handle, choose: (changes: ChangeIds) => ChangeIds): Promise<{ id: number; message: string | null }[]> {
  return handle
    .with('locked', (query) => choose(query.selectFrom('changes').select('id')).orderBy('id').forUpdate())
    .updateTable('changes')
    .set({ waits: false })
    .where('id', 'in', (query) => query.selectFrom('locked').select('id'))
    .returning(['id', 'message'])
    .execute();
}

/** The database's time, which the changes have too. */
export async function databaseTime(handle: Handle): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(handle);
  return rows[0]?.now ?? new Date();
}

/** The content of a change that isn't pushed yet. */
export async function getChangeContent(handle: Handle, id: number): Promise<ChangeContent> {
  const row = await handle.selectFrom('changes').select('content').where('id', '=', id).executeTakeFirstOrThrow();
  return ChangeContent.parse(row.content);
}

/** The stored files needed by changes that are not pushed yet. */
export async function listOpenFileHashes(handle: Handle): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select distinct f.value ->> 'sha256' as sha256
    from changes c, jsonb_each(case when jsonb_typeof(c.content -> 'files') = 'object' then c.content -> 'files' else '{}' end) f
    where c.state <> 'pushed' and jsonb_typeof(f.value) = 'object'`.execute(handle);
  return rows.map(({ sha256 }) => sha256);
}

/** Records the commit of changes. Changes whose earlier commit was lost get the new one. */
export async function markCommitted(tx: Tx, ids: readonly number[], sha: string): Promise<void> {
  await tx
    .updateTable('changes')
    .set({ state: 'committed', commit_sha: sha, committed_at: sql<Date>`now()` })
    .where('id', 'in', ids)
    .where('state', '<>', 'pushed')
    .execute();
}

/** Pushed changes no longer need their content: git has it on both sides. */
export async function markPushed(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('changes')
    .set({ state: 'pushed', content: null, pushed_at: sql<Date>`now()` })
    .where('id', 'in', ids)
    .where('state', '=', 'committed')
    .execute();
}

/**
 * The folder that a lesson starts from on its release's branch if that change is not committed yet, because the lesson
 * was just copied, moved or restored. Undefined: the release's commit applies.
 */
export async function findSavedOrigin(
  handle: Handle,
  lesson: { id: number; release_id: number },
): Promise<ChangeContent['copied_from'] | undefined> {
  const row = await handle
    .selectFrom('changes')
    .select('content')
    .where('lesson_id', '=', lesson.id)
    .where('release_id', '=', lesson.release_id)
    .where('state', '=', 'saved')
    .where(sql<boolean>`content -> 'copied_from' is not null`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && ChangeContent.parse(row.content).copied_from;
}

function progressQuery(handle: Handle) {
  return handle.selectFrom('changes as c').innerJoin('releases as r', 'r.id', 'c.release_id').select(PROGRESS);
}

/** State of the newest change of a lesson in its current release: a moved lesson has changes in several. */
export async function findNewestOfLesson(handle: Handle, lessonId: number): Promise<ChangeProgress | undefined> {
  return progressQuery(handle)
    .where('c.lesson_id', '=', lessonId)
    .where('c.release_id', '=', (eb) => eb.selectFrom('lessons').select('release_id').where('id', '=', lessonId))
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** A course or a path. */
export type CurriculumId = { readonly course_id: number } | { readonly path_id: number };

/** State of the newest change of a course or path. */
export async function findNewestOf(handle: Handle, place: CurriculumId): Promise<ChangeProgress | undefined> {
  const query = progressQuery(handle).orderBy('c.id', 'desc').limit(1);
  const own = 'course_id' in place ? query.where('c.course_id', '=', place.course_id) : query.where('c.path_id', '=', place.path_id);
  return own.executeTakeFirst();
}

/** State of the newest change of each of these screens in its current release. Screens without one are omitted. */
export async function listNewestOfScreens(handle: Handle, screenIds: readonly number[]): Promise<ChangeProgress[]> {
  if (screenIds.length === 0) return [];
  return (
    handle
      .selectFrom('screens as s')
      .innerJoin('lessons as l', 'l.id', 's.lesson_id')
      .innerJoin('releases as r', 'r.id', 'l.release_id')
      // Screen by screen from the index: a lesson collects thousands of changes.
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('changes')
            .selectAll()
            .whereRef('screen_id', '=', 's.id')
            .whereRef('release_id', '=', 'l.release_id')
            .orderBy('id', 'desc')
            .limit(1)
            .as('c'),
        (join) => join.onTrue(),
      )
      .select(PROGRESS)
      .where('s.id', 'in', screenIds)
      .execute()
  );
}

/** State of the newest change of each release that ever had one. */
export async function listNewestStates(handle: Handle, releaseId?: number): Promise<{ release_id: number; state: ChangeState }[]> {
  return handle
    .selectFrom('changes')
    .select(['release_id', 'state'])
    .distinctOn('release_id')
    .$if(releaseId !== undefined, (query) => query.where('release_id', '=', releaseId ?? 0))
    .orderBy('release_id')
    .orderBy('id', 'desc')
    .execute();
}

/** Everything with open changes in a release: each lesson, screen, course and path once. */
export async function listOpenSubjects(handle: Handle, releaseId: number): Promise<ChangeSubject[]> {
  return handle.selectFrom('changes').select(PLACE).distinct().where('release_id', '=', releaseId).where('state', '<>', 'pushed').execute();
}

/** Releases with changes that are not pushed. */
export async function listReleasesWithOpenChanges(handle: Handle): Promise<number[]> {
  const rows = await handle.selectFrom('changes').select('release_id').distinct().where('state', '<>', 'pushed').execute();
  return rows.map((row) => row.release_id);
}

/**
 * Who made these saves of a release, and who changed its lessons before they were moved into it. Accounts keep their id when their address
 * changes, and who moves a lesson is the author of its commit, but not of its text.
 *
 * @param commits Those that name the saves. A commit that names another one's save says nothing.
 */
export async function listSavers(
  handle: Handle,
  { release_id, uuids, commits }: { release_id: number; uuids: readonly string[]; commits: readonly string[] },
): Promise<Set<number>> {
  if (uuids.length === 0) return new Set();
  const { rows } = await sql<{ user_id: number }>`
    with saved as (
      select user_id, lesson_id from changes
      where uuid = any(${[...uuids]}::uuid[]) and commit_sha = any(${[...commits]}) and release_id = ${release_id}
    )
    select user_id from saved where user_id is not null
    union
    select c.user_id from changes c
    where c.lesson_id in (select lesson_id from saved) and c.release_id <> ${release_id} and c.user_id is not null`.execute(handle);
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Number of changes of a release that are not pushed. */
export async function countOpenChanges(handle: Handle, releaseId: number): Promise<number> {
  const { count } = await handle
    .selectFrom('changes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('release_id', '=', releaseId)
    .where('state', '<>', 'pushed')
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether a lesson, or one of these screens, has changes that are not pushed yet. */
export async function hasOpenChangesOf(handle: Handle, place: Subjects): Promise<boolean> {
  const row = await handle
    .selectFrom('changes')
    .select('id')
    .where('state', '<>', 'pushed')
    .where(isAbout(place))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Files, by their paths below its folder, that changes of a lesson remove and that may still be in its last pushed commit. */
export async function listRemovedPaths(handle: Handle, lessonId: number): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select distinct file.key as path from changes, jsonb_each(changes.content -> 'files') as file
    where changes.lesson_id = ${lessonId} and changes.state <> 'pushed' and file.value = 'null'`.execute(handle);
  return rows.map(({ path }) => path);
}

/** Changes stay as their release's history when their subject is permanently removed. */
export async function unlinkChanges(tx: Tx, place: Subjects): Promise<void> {
  await tx
    .updateTable('changes')
    .set({ screen_id: null })
    .where('screen_id', 'in', [...place.screenIds, NO_ID])
    .execute();
  if (place.lessonId !== null) await tx.updateTable('changes').set({ lesson_id: null }).where('lesson_id', '=', place.lessonId).execute();
}

/**
 * {@link unlinkChanges} for a course or path. Returns false, without doing anything, if some of it is not in git yet.
 */
export async function unlinkCurriculumChanges(tx: Tx, subject: { course_id: number } | { path_id: number }): Promise<boolean> {
  const [column, id] = Object.entries(subject)[0] as ['course_id' | 'path_id', number];
  const open = await tx
    .selectFrom('changes')
    .select('id')
    .where(column, '=', id)
    .where('state', '<>', 'pushed')
    .limit(1)
    .executeTakeFirst();
  if (open) return false;
  await tx
    .updateTable('changes')
    .set({ [column]: null })
    .where(column, '=', id)
    .execute();
  return true;
}

/** Lessons of a release with uncommitted changes. */
export async function listUncommittedLessons(handle: Handle, releaseId: number): Promise<Set<number>> {
  const rows = await handle
    .selectFrom('changes')
    .select('lesson_id')
    .distinct()
    .where('release_id', '=', releaseId)
    .where('state', '=', 'saved')
    .execute();
  return new Set(rows.flatMap(({ lesson_id }) => lesson_id ?? []));
}

/** Courses and paths of a release with uncommitted changes. */
export async function listUncommittedFolders(handle: Handle, releaseId: number): Promise<{ courses: Set<number>; paths: Set<number> }> {
  const rows = await handle
    .selectFrom('changes')
    .select(['course_id', 'path_id'])
    .distinct()
    .where('release_id', '=', releaseId)
    .where('state', '=', 'saved')
    .execute();
  return {
    courses: new Set(rows.flatMap(({ course_id }) => course_id ?? [])),
    paths: new Set(rows.flatMap(({ path_id }) => path_id ?? [])),
  };
}
