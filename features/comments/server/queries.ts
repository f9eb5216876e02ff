import { sql } from 'kysely';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import type { CommentTag, OpenComment, Quote } from '../contract.ts';

export interface CommentRow {
  id: number;
  screen_id: number;
  /** Of a learner's comment: who made the link. */
  user_id: number;
  is_from_learner: boolean;
  comment: string;
  tags: CommentTag[];
  mandatory: boolean;
  quote: Quote | null;
  created_at: Date;
  completed_at: Date | null;
  approved_at: Date | null;
  archived_at: Date | null;
}

export interface MessageRow {
  id: number;
  comment_id: number;
  user_id: number;
  message: string;
  created_at: Date;
}

const COLUMNS = [
  'id',
  'screen_id',
  'user_id',
  'is_from_learner',
  'comment',
  'tags',
  'mandatory',
  'quote',
  'created_at',
  'completed_at',
  'approved_at',
  'archived_at',
] as const;

/** Comments on these screens that are not archived, oldest first. */
export async function listCommentRows(handle: Handle, screenIds: readonly number[]): Promise<CommentRow[]> {
  if (screenIds.length === 0) return [];
  return handle
    .selectFrom('comments')
    .select(COLUMNS)
    .where('screen_id', 'in', screenIds)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** The threads of these comments, oldest message first. */
export async function listMessageRows(handle: Handle, commentIds: readonly number[]): Promise<MessageRow[]> {
  if (commentIds.length === 0) return [];
  return handle
    .selectFrom('comment_messages')
    .select(['id', 'comment_id', 'user_id', 'message', 'created_at'])
    .where('comment_id', 'in', commentIds)
    .orderBy('id')
    .execute();
}

export async function findCommentRow(handle: Handle, id: number): Promise<CommentRow | undefined> {
  return handle.selectFrom('comments').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Locked, so that of two concurrent changes the second sees the result of the first. */
export async function findCommentForUpdate(tx: Tx, id: number): Promise<CommentRow | undefined> {
  return tx.selectFrom('comments').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Whether a screen of the lesson has a mandatory comment that is neither approved nor archived. */
export async function hasOpenMandatoryRow(handle: Handle, lessonId: number): Promise<boolean> {
  const row = await handle
    .selectFrom('comments as c')
    .innerJoin('screens as s', 's.id', 'c.screen_id')
    .select('c.id')
    .where('s.lesson_id', '=', lessonId)
    .where('s.deleted_at', 'is', null)
    .where('c.mandatory', '=', true)
    .where('c.approved_at', 'is', null)
    .where('c.archived_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The mandatory comments on the lessons of a release that are neither approved nor archived, in the order of lessons
 * and screens.
 */
export async function listOpenMandatoryRows(handle: Handle, releaseId: number): Promise<OpenComment[]> {
  const rows = await handle
    .selectFrom('comments as c')
    .innerJoin('screens as s', 's.id', 'c.screen_id')
    .innerJoin('lessons as l', 'l.id', 's.lesson_id')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select([
      'c.id',
      'l.id as lesson_id',
      'l.sequence as lesson_sequence',
      's.id as screen_id',
      's.sequence as screen_sequence',
      'u.name',
      'u.email',
      'u.revoked_at',
    ])
    .where('l.release_id', '=', releaseId)
    .where('l.deleted_at', 'is', null)
    .where('s.deleted_at', 'is', null)
    .where('c.mandatory', '=', true)
    .where('c.approved_at', 'is', null)
    .where('c.archived_at', 'is', null)
    .orderBy('l.sequence')
    .orderBy('s.sequence')
    .orderBy('c.id')
    .execute();
  return rows.map(({ name, email, revoked_at, ...row }) => ({ ...row, by: name ?? email, has_left: revoked_at !== null }));
}

interface NewComment {
  screen_id: number;
  user_id: number;
  is_from_learner?: boolean;
  comment: string;
  tags: readonly CommentTag[];
  mandatory: boolean;
  quote: Quote | null;
}

export async function insertComment(tx: Tx, { tags, quote, ...values }: NewComment): Promise<CommentRow> {
  return tx
    .insertInto('comments')
    .values({ ...values, tags: JSON.stringify(tags), quote: quote && JSON.stringify(quote) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Counts the open reports of learners on a lesson's screens. Screens in the trash don't count. */
export async function countOpenReports(handle: Handle, lessonId: number): Promise<number> {
  const { count } = await handle
    .selectFrom('comments as c')
    .innerJoin('screens as s', 's.id', 'c.screen_id')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('s.lesson_id', '=', lessonId)
    .where('s.deleted_at', 'is', null)
    .where('c.is_from_learner', '=', true)
    .where('c.completed_at', 'is', null)
    .where('c.archived_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the id of the message. */
export async function insertMessage(tx: Tx, message: { comment_id: number; user_id: number; message: string }): Promise<number> {
  const { id } = await tx.insertInto('comment_messages').values(message).returning('id').executeTakeFirstOrThrow();
  return id;
}

const now = sql<Date>`now()`;

export async function markCompleted(tx: Tx, id: number, userId: number): Promise<CommentRow> {
  return update(tx, id, { completed_at: now, completed_by: userId });
}

export async function markOpen(tx: Tx, id: number): Promise<CommentRow> {
  return update(tx, id, { completed_at: null, completed_by: null });
}

export async function markApproved(tx: Tx, id: number): Promise<CommentRow> {
  return update(tx, id, { approved_at: now });
}

export async function markArchived(tx: Tx, id: number): Promise<CommentRow> {
  return update(tx, id, { archived_at: now });
}

/** Every comment of a screen, also archived ones, locked. */
export async function listEveryComment(tx: Tx, screenId: number): Promise<Pick<CommentRow, 'id' | 'quote'>[]> {
  return tx.selectFrom('comments').select(['id', 'quote']).where('screen_id', '=', screenId).orderBy('id').forUpdate().execute();
}

/** Which of these comments are on screens of a lesson. */
export async function listCommentsOfLesson(tx: Tx, lessonId: number, ids: readonly number[]): Promise<Pick<CommentRow, 'id' | 'quote'>[]> {
  return tx
    .selectFrom('comments as c')
    .innerJoin('screens as s', 's.id', 'c.screen_id')
    .select(['c.id', 'c.quote'])
    .where('s.lesson_id', '=', lessonId)
    .where('c.id', 'in', [...ids])
    .orderBy('c.id')
    .execute();
}

export async function moveCommentRow(tx: Tx, id: number, { screen_id, quote }: Pick<CommentRow, 'screen_id' | 'quote'>): Promise<void> {
  await tx
    .updateTable('comments')
    .set({ screen_id, quote: quote && JSON.stringify(quote) })
    .where('id', '=', id)
    .execute();
}

async function update(
  tx: Tx,
  id: number,
  values: Partial<Record<'completed_at' | 'approved_at' | 'archived_at', typeof now | null>> & { completed_by?: number | null },
): Promise<CommentRow> {
  return tx.updateTable('comments').set(values).where('id', '=', id).returning(COLUMNS).executeTakeFirstOrThrow();
}

/** A comment that waits for a user, and why. */
export interface WaitingComment {
  readonly id: number;
  readonly lesson_id: number;
  readonly screen_id: number;
  readonly screen_sequence: number;
  readonly comment: string;
  /** `open`: on a lesson that is theirs. `completed`: theirs, and somebody did what it asks for. */
  readonly why: 'open' | 'completed';
  readonly by: string;
  readonly since: Date;
}

/** Comments of others on these lessons that nobody has completed, and completed ones of the user's own, oldest first. */
export async function listWaitingComments(handle: Handle, userId: number, lessonIds: readonly number[]): Promise<WaitingComment[]> {
  const { rows } = await sql<WaitingComment>`
    select c.id, s.lesson_id, c.screen_id, s.sequence as screen_sequence, c.comment,
      case when c.user_id = ${userId} and not c.is_from_learner then 'completed' else 'open' end as why,
      case when c.is_from_learner then 'A learner' else coalesce(by.name, by.email) end as by, coalesce(c.completed_at, c.created_at) as since
    from comments c
    join screens s on s.id = c.screen_id and s.deleted_at is null
    join lessons l on l.id = s.lesson_id and l.deleted_at is null
    join users by on by.id = case when c.user_id = ${userId} then coalesce(c.completed_by, c.user_id) else c.user_id end
    where c.archived_at is null and c.approved_at is null and (
      (c.user_id = ${userId} and not c.is_from_learner and c.completed_at is not null)
      or ((c.user_id <> ${userId} or c.is_from_learner) and c.completed_at is null and s.lesson_id = any(${[...lessonIds]}::integer[]))
    )
    order by since, c.id`.execute(handle);
  return rows;
}

/** How many comments on each of these lessons are neither completed nor archived. Lessons without any are left out. */
export async function countOpenComments(handle: Handle, lessonIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ lesson_id: number; open: number }>`
    select s.lesson_id, count(*)::int as open
    from comments c
    join screens s on s.id = c.screen_id and s.deleted_at is null
    where c.completed_at is null and c.archived_at is null and s.lesson_id = any(${[...lessonIds]}::integer[])
    group by s.lesson_id`.execute(handle);
  return new Map(rows.map(({ lesson_id, open }) => [lesson_id, open]));
}
