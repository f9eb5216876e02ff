/** The tables of screen tests and gates. */

import { sql } from 'kysely';
import { documentKind } from '#platform/content/document-kind.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { TestResult, type ScreenGate } from '../contract/screen-tests.ts';

/** A test's id and its last run. */
export interface TestRow {
  id: number;
  screen_id: number;
  slug: string;
  status: 'Done' | 'Run Error' | 'Internal Error' | null;
  result: TestResult | null;
  fingerprint: string | null;
}

/** A result as it is stored. The default of a new field goes into `defaults`. */
export const TEST_RESULT = documentKind<TestResult>(TestResult, { defaults: {}, first: [] });

function toStored({ result, ...row }: Omit<TestRow, 'result'> & { result: unknown }): TestRow {
  return { ...row, result: result === null ? null : TEST_RESULT.read(result) };
}

const COLUMNS = ['id', 'screen_id', 'slug', 'status', 'result', 'fingerprint'] as const;

/** The rows of these tests, by id; new tests get theirs now. */
export async function ensureTestRows(handle: Handle, tests: readonly { screen_id: number; slug: string }[]): Promise<TestRow[]> {
  if (tests.length === 0) return [];
  const screens = [...new Set(tests.map(({ screen_id }) => screen_id))];
  const find = async () =>
    (await handle.selectFrom('screen_tests').select(COLUMNS).where('screen_id', 'in', screens).execute()).map(toStored);
  const key = ({ screen_id, slug }: { screen_id: number; slug: string }) => `${screen_id} ${slug}`;
  let rows = await find();
  const known = new Set(rows.map(key));
  const missing = tests.filter((test) => !known.has(key(test)));
  if (missing.length > 0) {
    await handle
      .insertInto('screen_tests')
      .values(missing.map(({ screen_id, slug }) => ({ screen_id, slug })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    rows = await find();
  }
  const wanted = new Set(tests.map(key));
  return rows.filter((row) => wanted.has(key(row))).toSorted((one, other) => one.id - other.id);
}

export async function findTestRow(handle: Handle, id: number): Promise<TestRow | undefined> {
  const row = await handle.selectFrom('screen_tests').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row && toStored(row);
}

export async function updateTestRow(
  handle: Handle,
  id: number,
  end: { status: NonNullable<TestRow['status']>; result: TestResult; fingerprint: string },
): Promise<void> {
  await handle
    .updateTable('screen_tests')
    .set({ ...end, result: JSON.stringify(end.result) })
    .where('id', '=', id)
    .execute();
}

export async function deleteTestRow(handle: Handle, id: number): Promise<void> {
  await handle.deleteFrom('screen_tests').where('id', '=', id).execute();
}

/** What was found when a screen was checked. */
export interface StoredGate extends Omit<ScreenGate, 'is_outdated'> {
  /** Hash of everything that it depends on; null: it was found by an earlier version. */
  fingerprint: string | null;
  /** How long the answer ran, in milliseconds. */
  answer_ms: number | null;
  /** The answer's query takes some of several rows that are equal for its order. */
  has_unsettled_rows: boolean;
}

export async function findGate(handle: Handle, screenId: number): Promise<StoredGate | undefined> {
  return handle
    .selectFrom('screen_gates')
    .select(['answer_passes', 'initial_fails', 'warnings', 'revision', 'fingerprint', 'answer_ms', 'has_unsettled_rows'])
    .where('screen_id', '=', screenId)
    .executeTakeFirst();
}

/** Stores a gate. If a screen is checked twice at once, the later revision is kept. */
export async function putGate(handle: Handle, screenId: number, gate: StoredGate): Promise<void> {
  const values = { ...gate, warnings: JSON.stringify(gate.warnings), answer_ms: gate.answer_ms && Math.round(gate.answer_ms) };
  await handle
    .insertInto('screen_gates')
    .values({ screen_id: screenId, ...values })
    .onConflict((conflict) => conflict.column('screen_id').doUpdateSet(values).where('screen_gates.revision', '<=', gate.revision))
    .execute();
}

/** Shorter answers are near no time limit. */
const LONG_MS = 800;

/** What was found when screens of a release were saved, as far as it is worth a look, in whatever state they were. */
export async function listGateRows(handle: Handle, releaseId: number) {
  return handle
    .selectFrom('screen_gates as g')
    .innerJoin('screens as s', 's.id', 'g.screen_id')
    .innerJoin('lessons as l', 'l.id', 's.lesson_id')
    .where('l.release_id', '=', releaseId)
    .where('l.deleted_at', 'is', null)
    .where('s.deleted_at', 'is', null)
    .where((or) =>
      or.or([
        or('g.answer_passes', '=', false),
        or('g.initial_fails', '=', false),
        or('g.answer_ms', '>=', LONG_MS),
        or('g.has_unsettled_rows', '=', true),
      ]),
    )
    .select(['s.lesson_id', 'g.screen_id', 'g.answer_passes', 'g.initial_fails', 'g.answer_ms', 'g.fingerprint', 'g.has_unsettled_rows'])
    .execute();
}

/** The last runs of tests by screen and slug, and of answers by screen. */
export interface VerdictRows {
  /** Those in which anything ran. */
  lessons: ReadonlySet<number>;
  tests: ReadonlyMap<string, { fingerprint: string | null; passes: boolean | null }>;
  gates: ReadonlyMap<number, Pick<StoredGate, 'answer_passes' | 'fingerprint'>>;
}

/** What the last runs in some lessons said, of whatever state of their screens. */
export async function listVerdictRows(handle: Handle, lessonIds: readonly number[]): Promise<VerdictRows> {
  if (lessonIds.length === 0) return { lessons: new Set(), tests: new Map(), gates: new Map() };
  const screens = handle.selectFrom('screens as s').where('s.lesson_id', 'in', lessonIds).where('s.deleted_at', 'is', null);
  const tests = await screens
    .innerJoin('screen_tests as t', 't.screen_id', 's.id')
    .where('t.status', '=', 'Done')
    .select([
      's.lesson_id',
      's.id as screen_id',
      't.slug',
      't.fingerprint',
      sql<boolean | null>`(t.result ->> 'test_passes')::boolean`.as('passes'),
    ])
    .execute();
  const gates = await screens
    .innerJoin('screen_gates as g', 'g.screen_id', 's.id')
    .select(['s.lesson_id', 's.id as screen_id', 'g.answer_passes', 'g.fingerprint'])
    .execute();
  return {
    lessons: new Set([...tests, ...gates].map(({ lesson_id }) => lesson_id)),
    tests: new Map(tests.map(({ screen_id, slug, fingerprint, passes }) => [`${screen_id} ${slug}`, { fingerprint, passes }])),
    gates: new Map(gates.map(({ screen_id, answer_passes, fingerprint }) => [screen_id, { answer_passes, fingerprint }])),
  };
}

/** A test that failed, or with `slug` null an answer that failed its own checks. */
interface FailingRow {
  lesson_id: number;
  screen_id: number;
  slug: string | null;
  fingerprint: string | null;
}

/** The failed tests and answers in a release, of whatever state of their screens. */
export async function listFailingRows(handle: Handle, releaseId: number): Promise<FailingRow[]> {
  const screens = handle
    .selectFrom('screens as s')
    .innerJoin('lessons as l', 'l.id', 's.lesson_id')
    .where('l.release_id', '=', releaseId)
    .where('l.deleted_at', 'is', null)
    .where('s.deleted_at', 'is', null);
  const tests = await screens
    .innerJoin('screen_tests as t', 't.screen_id', 's.id')
    .where('t.status', '=', 'Done')
    .where(sql<string>`t.result ->> 'test_passes'`, '=', 'false')
    .select(['s.lesson_id', 's.id as screen_id', 't.slug', 't.fingerprint'])
    .execute();
  const answers = await screens
    .innerJoin('screen_gates as g', 'g.screen_id', 's.id')
    .where('g.answer_passes', '=', false)
    .select(['s.lesson_id', 's.id as screen_id', 'g.fingerprint'])
    .execute();
  return [...tests, ...answers.map((answer) => ({ ...answer, slug: null }))];
}

/** Deletes the tests, gates and examinations of permanently removed screens. */
export async function deleteTestsOfScreens(tx: Tx, screenIds: readonly number[]): Promise<void> {
  if (screenIds.length === 0) return;
  await tx.deleteFrom('screen_tests').where('screen_id', 'in', screenIds).execute();
  await tx.deleteFrom('screen_gates').where('screen_id', 'in', screenIds).execute();
  await tx.deleteFrom('check_trust').where('screen_id', 'in', screenIds).execute();
}
