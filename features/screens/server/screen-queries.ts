/** The table of screens, and the conversion between its rows and the content of screens. */

import { sql } from 'kysely';
import { hashedScreen, readScreenAttached, type ScreenAttached } from '#features/content-model/rules/content-documents.ts';
import { SCREEN_FIELDS } from '#features/content-model/rules/field-documents.ts';
import type { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { contentHash } from '#platform/content/content-hash.ts';
import { WORD } from '#platform/content/word-count.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { notFound } from '#platform/server/errors.ts';
import { LEARNER_MARKDOWN } from '../contract/screen-texts.ts';
import type { ScreenFields, ScreenType } from '../contract/screens.ts';
import type { LessonSize } from '../rules/lesson-size.ts';

export type { ScreenAttached };

export interface StoredScreen {
  id: number;
  uuid: string;
  lesson_id: number;
  folder: string;
  sequence: number;
  fields: ScreenFields;
  attached: ScreenAttached;
  content_hash: string;
  revision: number;
  updated_by: number | null;
  updated_at: Date;
}

export interface ScreenAddress {
  lessonId: number;
  screenId: number;
}

const COLUMNS = [
  'id',
  'uuid',
  'lesson_id',
  'folder',
  'sequence',
  'fields',
  'attached',
  'content_hash',
  'revision',
  'updated_by',
  'updated_at',
] as const;

function screensQuery(handle: Handle) {
  return handle.selectFrom('screens').select(COLUMNS).where('deleted_at', 'is', null);
}

type ScreenRow = Awaited<ReturnType<ReturnType<typeof screensQuery>['execute']>>[number];

function toStored({ fields, attached, ...row }: ScreenRow): StoredScreen {
  return { ...row, fields: SCREEN_FIELDS.read(fields), attached: readScreenAttached(attached) };
}

/** The stored screens of a lesson or of several, in order. */
export async function listStoredScreens(handle: Handle, lessons: number | readonly number[]): Promise<StoredScreen[]> {
  const ids = [lessons].flat();
  if (ids.length === 0) return [];
  const rows = await screensQuery(handle).where('lesson_id', 'in', ids).orderBy('lesson_id').orderBy('sequence').execute();
  return rows.map(toStored);
}

/** The fields of a lesson's screens, in order. */
export async function listScreenFields(handle: Handle, lessonId: number): Promise<Pick<StoredScreen, 'uuid' | 'folder' | 'fields'>[]> {
  const rows = await handle
    .selectFrom('screens')
    .select(['uuid', 'folder', 'fields'])
    .where('deleted_at', 'is', null)
    .where('lesson_id', '=', lessonId)
    .orderBy('sequence')
    .execute();
  return rows.map(({ uuid, folder, fields }) => ({ uuid, folder, fields: SCREEN_FIELDS.read(fields) }));
}

export async function findScreen(handle: Handle, id: number): Promise<StoredScreen | undefined> {
  const row = await screensQuery(handle).where('id', '=', id).executeTakeFirst();
  return row && toStored(row);
}

/** @throws AppError `not_found` if this lesson has no such screen. */
export async function getScreenOf(handle: Handle, { lessonId, screenId }: ScreenAddress): Promise<StoredScreen> {
  const screen = await findScreen(handle, screenId);
  if (!screen || screen.lesson_id !== lessonId) throw notFound('screen');
  return screen;
}

const hasCustomCheck = sql<boolean>`coalesce(fields->>'custom_check_code', '') ~ '\\S'`;

/** Whether another screen of its lesson has a custom check. */
export async function hasOtherCustomCheck(handle: Handle, lessonId: number, screens: readonly number[]): Promise<boolean> {
  const row = await handle
    .selectFrom('screens')
    .select('id')
    .where('lesson_id', '=', lessonId)
    .where('id', 'not in', screens)
    .where('deleted_at', 'is', null)
    .where(hasCustomCheck)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Every folder name ever used in a lesson, also by screens in the trash: names are not reused. */
export async function listFolders(handle: Handle, lessonId: number): Promise<string[]> {
  const rows = await handle.selectFrom('screens').select('folder').where('lesson_id', '=', lessonId).execute();
  return rows.map((row) => row.folder);
}

/** The screens of a lesson in order, without reading their documents. */
export async function listScreenPositions(
  handle: Handle,
  lessonId: number,
): Promise<(Pick<StoredScreen, 'id' | 'uuid' | 'folder' | 'content_hash'> & { title: string })[]> {
  return handle
    .selectFrom('screens')
    .select(['id', 'uuid', 'folder', 'content_hash', 'title'])
    .where('lesson_id', '=', lessonId)
    .where('deleted_at', 'is', null)
    .orderBy('sequence')
    .execute();
}

type ScreenNameRow = Pick<StoredScreen, 'id' | 'uuid' | 'lesson_id' | 'sequence' | 'revision'> & {
  title: string;
  type: ScreenType;
  has_custom_check: boolean;
};

/** The names of a lesson's screens, in order: their documents don't leave the database. */
export async function listScreenNameRows(handle: Handle, lessonId: number): Promise<ScreenNameRow[]> {
  return handle
    .selectFrom('screens')
    .select(['id', 'uuid', 'lesson_id', 'sequence', 'title', 'type', 'revision', hasCustomCheck.as('has_custom_check')])
    .where('lesson_id', '=', lessonId)
    .where('deleted_at', 'is', null)
    .orderBy('sequence')
    .execute();
}

/** As {@link countWords} counts them; here PostgreSQL does, so that no text is fetched. */
export async function readWordCounts(handle: Handle, lessonId: number): Promise<{ screen_id: number; words: number }[]> {
  const texts = sql.join(
    LEARNER_MARKDOWN.map((field) => sql`coalesce(fields ->> ${sql.lit(field)}, '')`),
    sql` || ' ' || `,
  );
  return handle
    .selectFrom('screens')
    .select([
      'id as screen_id',
      sql<number>`(select count(*) from regexp_split_to_table(${texts}, '\\s+') word where word ~ ${WORD})::int`.as('words'),
    ])
    .where('lesson_id', '=', lessonId)
    .where('deleted_at', 'is', null)
    .orderBy('sequence')
    .execute();
}

/** What the screens of a lesson hold, without those in the trash. */
export async function readLessonSize(handle: Handle, lessonId: number): Promise<LessonSize> {
  return handle
    .selectFrom('screens')
    .select([
      sql<number>`coalesce(sum(length(fields::text)), 0)::float8`.as('texts'),
      sql<number>`coalesce(sum(length(attached::text)), 0)::float8`.as('attached'),
    ])
    .where('lesson_id', '=', lessonId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
}

interface ScreenValues {
  folder: string;
  fields: ScreenFields;
  attached: ScreenAttached;
  content_hash: string;
  updated_by: number | null;
}

function columnsOf(values: ScreenValues) {
  return {
    folder: values.folder,
    title: values.fields.title,
    type: values.fields.type,
    fields: JSON.stringify(values.fields),
    attached: JSON.stringify(values.attached),
    content_hash: values.content_hash,
    updated_by: values.updated_by,
  };
}

export async function insertScreen(tx: Tx, values: ScreenValues & { uuid: string; lesson_id: number; sequence: number }): Promise<number> {
  const { uuid, lesson_id, sequence } = values;
  const { id } = await tx
    .insertInto('screens')
    .values({ ...columnsOf(values), uuid, lesson_id, sequence })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Inserts screens at once. As one document: thousands of parameters take longer than the rows. */
export async function insertScreens(
  tx: Tx,
  screens: readonly (ScreenValues & { uuid: string; lesson_id: number; sequence: number })[],
): Promise<void> {
  if (screens.length === 0) return;
  const rows = screens.map(({ fields, attached, ...values }) => ({ ...values, title: fields.title, type: fields.type, fields, attached }));
  await tx
    .insertInto('screens')
    .columns(['uuid', 'lesson_id', 'folder', 'sequence', 'title', 'type', 'fields', 'attached', 'content_hash', 'updated_by'])
    .expression(
      sql`select * from json_to_recordset(${JSON.stringify(rows)}) as given(
        uuid uuid, lesson_id integer, folder text, sequence integer, title text, type text,
        fields jsonb, attached jsonb, content_hash text, updated_by integer)`,
    )
    .execute();
}

export async function updateScreen(tx: Tx, id: number, values: ScreenValues & { revision: number }): Promise<void> {
  await screenUpdate(tx, id, values).execute();
}

function screenUpdate(tx: Tx, id: number, values: ScreenValues & { revision: number }) {
  return tx
    .updateTable('screens')
    .set({ ...columnsOf(values), revision: values.revision, updated_at: sql<Date>`now()` })
    .where('id', '=', id);
}

/** A lesson after one of its screens was updated. */
interface LessonOfUpdated {
  updated_at: Date;
  /** The hashes of its screens, in order. */
  hashes: string[];
  /** What its screens hold; null: not measured. */
  size: LessonSize | null;
}

/**
 * Updates a screen, and reads of its lesson what follows from it, in one statement, because every save waits for it.
 *
 * @param isMeasured Whether to read how much the lesson holds, which takes time in proportion.
 */
export async function updateScreenOf(
  tx: Tx,
  { id, lesson_id }: Pick<StoredScreen, 'id' | 'lesson_id'>,
  values: ScreenValues & { revision: number },
  isMeasured: boolean,
): Promise<LessonOfUpdated> {
  // The rest of the statement sees the row as it was before.
  const length = (column: 'fields' | 'attached') =>
    isMeasured
      ? sql<number>`sum(length(coalesce(updated.${sql.ref(column)}, screens.${sql.ref(column)})::text))::float8`
      : sql<number>`0::float8`;
  const { updated_at, hashes, texts, attached } = await tx
    .with('updated', () => screenUpdate(tx, id, values).returning(['id', 'updated_at', 'content_hash', 'fields', 'attached']))
    .selectFrom('screens')
    .leftJoin('updated', 'updated.id', 'screens.id')
    .where('screens.lesson_id', '=', lesson_id)
    .where('screens.deleted_at', 'is', null)
    .select([
      sql<Date>`max(updated.updated_at)`.as('updated_at'),
      sql<string[]>`json_agg(coalesce(updated.content_hash, screens.content_hash) order by screens.sequence)`.as('hashes'),
      length('fields').as('texts'),
      length('attached').as('attached'),
    ])
    .executeTakeFirstOrThrow();
  return { updated_at, hashes, size: isMeasured ? { texts, attached } : null };
}

export async function setScreenSequence(tx: Tx, id: number, sequence: number): Promise<void> {
  await tx.updateTable('screens').set({ sequence }).where('id', '=', id).execute();
}

/** Shifts the screens from `from` on: down (+1) to make room, up (-1) to close a gap. */
export async function shiftScreens(tx: Tx, lessonId: number, from: number, by: 1 | -1): Promise<void> {
  await tx
    .updateTable('screens')
    .set({ sequence: sql<number>`sequence + ${by}` })
    .where('lesson_id', '=', lessonId)
    .where('deleted_at', 'is', null)
    .where('sequence', '>=', from)
    .execute();
}

/** Moves a screen to another position in its lesson; those in between shift by one. */
export async function moveScreenRow(tx: Tx, screen: Pick<StoredScreen, 'id' | 'lesson_id' | 'sequence'>, to: number): Promise<void> {
  const { id, lesson_id, sequence: from } = screen;
  await tx
    .updateTable('screens')
    .set({ sequence: sql<number>`sequence + ${from < to ? -1 : 1}` })
    .where('lesson_id', '=', lesson_id)
    .where('deleted_at', 'is', null)
    .where('id', '!=', id)
    .where('sequence', '>=', Math.min(from, to))
    .where('sequence', '<=', Math.max(from, to))
    .execute();
  await setScreenSequence(tx, id, to);
}

export async function markScreenDeleted(tx: Tx, id: number, deletedBy: number | null): Promise<void> {
  await tx
    .updateTable('screens')
    .set({ deleted_at: sql<Date>`now()`, updated_by: deletedBy })
    .where('id', '=', id)
    .execute();
}

/** A new screen's content besides its fields. */
export function emptyAttached(): ScreenAttached {
  return { skills: [], questions: [], tests: [], answer_output: null, answer_variables: [] };
}

/** A stored screen in the form of its files. */
export function screenContentOf(screen: Pick<StoredScreen, 'uuid' | 'folder' | 'fields' | 'attached'>): ScreenContent {
  return { ...screen.attached, uuid: screen.uuid, folder: screen.folder, fields: screen.fields };
}

/** Splits a screen's content into the columns of the table. */
export function splitScreenContent({ uuid, folder, fields, ...attached }: ScreenContent): {
  uuid: string;
  folder: string;
  fields: ScreenFields;
  attached: ScreenAttached;
} {
  return { uuid, folder, fields, attached };
}

/** Hash of a screen's whole content. */
export function screenHash(content: ScreenContent): string {
  return contentHash(hashedScreen(content));
}
