import { sql } from 'kysely';
import { STEP_FIELDS } from '#features/content-model/rules/field-documents.ts';
import { deleteStepRevisions } from '#features/revisions/server/index.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import type { StepFields } from '../contract/paths.ts';

/** A step as it is stored. */
export interface StoredStep {
  id: number;
  uuid: string;
  release_id: number;
  /** Null: in no path. */
  path_id: number | null;
  fields: StepFields;
  /** Numbers of its courses, in order. */
  courses: number[];
  revision: number;
  updated_by: number | null;
}

interface StepValues {
  uuid: string;
  fields: StepFields;
  courses: readonly number[];
  updated_by: number | null;
}

const COLUMNS = ['id', 'uuid', 'release_id', 'path_id', 'fields', 'courses', 'revision', 'updated_by'] as const;

type StepRow = Pick<StoredStep, (typeof COLUMNS)[number]>;

function toStored({ fields, ...row }: StepRow): StoredStep {
  return { ...row, fields: STEP_FIELDS.read(fields) };
}

export async function findStep(handle: Handle, id: number): Promise<StoredStep | undefined> {
  const row = await handle.selectFrom('steps').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row && toStored(row);
}

export async function findStepForUpdate(tx: Tx, id: number): Promise<StoredStep | undefined> {
  const row = await tx.selectFrom('steps').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
  return row && toStored(row);
}

/** The steps of a path, in their order. */
export async function listStepRows(handle: Handle, pathId: number): Promise<StoredStep[]> {
  const rows = await handle.selectFrom('steps').select(COLUMNS).where('path_id', '=', pathId).orderBy('sequence').execute();
  return rows.map(toStored);
}

/** Steps by their ids, locked until the transaction ends. */
export async function findStepsForUpdate(tx: Tx, ids: readonly number[]): Promise<StoredStep[]> {
  if (ids.length === 0) return [];
  const rows = await tx.selectFrom('steps').select(COLUMNS).where('id', 'in', ids).orderBy('id').forUpdate().execute();
  return rows.map(toStored);
}

function columnsOf({ uuid, fields, courses, updated_by }: StepValues) {
  return { uuid, fields: JSON.stringify(fields), courses: JSON.stringify(courses), updated_by };
}

/** Inserts a step that is in no path yet. Returns its id. */
export async function insertStep(tx: Tx, step: StepValues & { release_id: number }): Promise<number> {
  const { id } = await tx
    .insertInto('steps')
    .values({ ...columnsOf(step), release_id: step.release_id, path_id: null, sequence: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateStepRow(tx: Tx, id: number, values: StepValues & { revision: number }): Promise<void> {
  await tx
    .updateTable('steps')
    .set({ ...columnsOf(values), revision: values.revision, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Makes these the steps of a path, in this order. Its other steps are in no path afterwards. */
export async function setPathSteps(tx: Tx, pathId: number, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable('steps')
    .set({ path_id: null, sequence: null, updated_at: sql<Date>`now()` })
    .where('path_id', '=', pathId)
    .where('id', 'not in', [...ids, NO_ID])
    .execute();
  for (const [index, id] of ids.entries())
    await tx
      .updateTable('steps')
      .set({ path_id: pathId, sequence: index + 1 })
      .where('id', '=', id)
      .execute();
}

/** An id that no row has: `in ()` is not valid SQL. */
const NO_ID = -1;

/** Deletes the steps of a path for good, with their history. */
export async function deleteStepsOf(tx: Tx, pathId: number): Promise<void> {
  const rows = await tx.selectFrom('steps').select('id').where('path_id', '=', pathId).forUpdate().execute();
  await deleteStepRevisions(tx, [...rows.map(({ id }) => id), NO_ID]);
  await tx.deleteFrom('steps').where('path_id', '=', pathId).execute();
}

/** Deletes steps that have been in no path since `before`, with their history. Returns how many. */
export async function deleteLooseSteps(tx: Tx, before: Date): Promise<number> {
  const rows = await tx
    .selectFrom('steps')
    .select('id')
    .where('path_id', 'is', null)
    .where('updated_at', '<', before)
    .forUpdate()
    .skipLocked()
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await deleteStepRevisions(tx, ids);
  await tx.deleteFrom('steps').where('id', 'in', ids).execute();
  return ids.length;
}
