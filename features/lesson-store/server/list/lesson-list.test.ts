import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unpackLessons } from '#features/lessons/contract/lesson-columns.ts';
import { LessonColumns, emptyLessonFields } from '#features/lessons/contract/lessons.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { buildUser } from '#testing/factories.ts';
import { LessonList } from './lesson-list.ts';
import type { Reader } from './list-state.ts';
import { listVersionRows } from './queries.ts';

let database: TestDatabase;
let list: LessonList;
let readers: readonly Reader[];
/** Ids of the releases: main, the drafts of the first two readers, and one more. */
let releases: readonly number[];
const NUMBERS = [1, 2, 3] as const;

beforeEach(async () => {
  database = await createTestDatabase();
  const { db } = database;
  readers = [await buildUser(db), await buildUser(db, { role: 'external' }), await buildUser(db, { role: 'owner' })];
  const [staff, external] = readers;
  releases = [
    await insertRelease({ is_main: true }),
    await insertRelease({ drafts_of: staff!.id }),
    await insertRelease({ drafts_of: external!.id }),
    await insertRelease({}),
  ];
  list = new LessonList(db);
});
afterEach(() => database.close());

async function insertRelease(values: { is_main?: boolean; drafts_of?: number }): Promise<number> {
  const name = randomUUID();
  const row = await database.db
    .insertInto('releases')
    .values({ name, branch_name: name, ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

interface Version {
  release?: number;
  sequence?: number;
  hash?: string;
  maker?: number;
}

async function insertLesson(handle: Handle, { release = 3, sequence = 1, hash = 'a', maker }: Version = {}): Promise<number> {
  const fields = emptyLessonFields({ title: 'Rows', author: 'Ada' });
  const row = await handle
    .insertInto('lessons')
    .values({
      uuid: randomUUID(),
      release_id: releases[release]!,
      sequence,
      folder: `lesson-${sequence}`,
      title: fields.title,
      type: fields.type,
      author: fields.author,
      language: fields.language,
      fields: JSON.stringify(fields),
      content_hash: hash,
      screens_hash: '',
      created_by: maker === undefined ? null : readers[maker]!.id,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

const update = (handle: Handle, id: number, values: { title?: string; content_hash?: string; due?: string; deleted_at?: Date | null }) =>
  handle.updateTable('lessons').set(values).where('id', '=', id).execute();

const titles = async () => (await list.read()).rowsFor(readers[0]!).map(({ title }) => title);
const ids = async () => (await list.read()).rowsFor(readers[0]!).map(({ id }) => id);

/** Compares the list with a query of everything, for every reader. */
async function expectTrue(): Promise<void> {
  const state = await list.read();
  for (const reader of readers) {
    const versions = await Promise.all(NUMBERS.map((sequence) => listVersionRows(database.db, reader, sequence)));
    const wanted = versions.flat().toSorted((left, right) => left.id - right.id);
    const rows = state.rowsFor(reader);
    expect(rows.toSorted((left, right) => left.id - right.id)).toEqual(wanted);
    expect(await (await state.rowsJson(reader)).read()).toEqual(rows);
    expect(unpackLessons(LessonColumns.parse(await (await state.columnsJson(reader)).read()))).toEqual(rows);
  }
}

type Step = readonly ['insert' | 'save' | 'delete' | 'restore' | 'remove' | 'rename', number, number];

/** Applies one step to the lessons; a number that is already in the release is not inserted again. */
async function perform([kind, first, second]: Step): Promise<void> {
  const { db } = database;
  const all = await db.selectFrom('lessons').select(['id', 'release_id', 'sequence', 'deleted_at']).orderBy('id').execute();
  const some = all[first % Math.max(1, all.length)];
  const isHeld = (release: number, sequence: number) =>
    all.some((row) => row.release_id === release && row.sequence === sequence && row.deleted_at === null);
  const sequence = NUMBERS[second % NUMBERS.length]!;
  const release = first % releases.length;
  if (kind === 'insert' && !isHeld(releases[release]!, sequence))
    await insertLesson(db, { release, sequence, hash: second % 2 === 0 ? 'a' : 'b', maker: second % readers.length });
  if (kind === 'rename') await db.updateTable('releases').set({ name: randomUUID() }).where('id', '=', releases[release]!).execute();
  if (!some) return;
  if (kind === 'save')
    await update(db, some.id, {
      title: `Title ${second}`,
      content_hash: second % 2 === 0 ? 'a' : 'b',
      due: `2026-12-0${1 + (second % 3)}`,
    });
  if (kind === 'delete') await update(db, some.id, { deleted_at: new Date() });
  if (kind === 'restore' && !isHeld(some.release_id, some.sequence)) await update(db, some.id, { deleted_at: null });
  if (kind === 'remove') await db.deleteFrom('lessons').where('id', '=', some.id).execute();
}

describe('the lessons list in memory', () => {
  it('equals a full query after any sequence of changes', async () => {
    const kind = fc.constantFrom('insert', 'insert', 'save', 'delete', 'restore', 'remove', 'rename' as const);
    const steps = fc.array(fc.tuple(kind, fc.nat(20), fc.nat(20)), { minLength: 5, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 4 }), async (rounds) => {
        await database.db.deleteFrom('lessons').execute();
        for (const round of rounds) {
          for (const step of round) await perform(step);
          await expectTrue();
        }
      }),
      { numRuns: 8 },
    );
  });

  it('includes changes committed during a longer transaction, and then that transaction', async () => {
    const { db } = database;
    const [slow, quick] = [await insertLesson(db, { sequence: 1 }), await insertLesson(db, { sequence: 2 })];
    const before = await db.startTransaction().execute();
    await update(before, slow, { title: 'Slow' });
    expect(await titles()).toEqual(['Rows', 'Rows']);
    await update(db, quick, { title: 'Quick' });
    expect(await titles()).toEqual(['Rows', 'Quick']);
    await insertLesson(db, { sequence: 3 });
    expect(await titles()).toEqual(['Rows', 'Quick', 'Rows']);
    await before.commit().execute();
    expect(await titles()).toEqual(['Slow', 'Quick', 'Rows']);
  });

  it('includes nothing of a fully or partly rolled back transaction', async () => {
    const { db } = database;
    const id = await insertLesson(db);
    await ids();
    const undone = await db.startTransaction().execute();
    await update(undone, id, { title: 'Undone' });
    await titles();
    await undone.rollback().execute();
    expect(await titles()).toEqual(['Rows']);
    const partly = await db.startTransaction().execute();
    await update(partly, id, { title: 'Kept' });
    const inside = await partly.savepoint('inside').execute();
    await insertLesson(inside, { sequence: 2 });
    const kept = await inside.rollbackToSavepoint('inside').execute();
    await insertLesson(kept, { sequence: 3 });
    await titles();
    await kept.commit().execute();
    expect((await list.read()).rowsFor(readers[0]!)).toMatchObject([{ title: 'Kept' }, { sequence: 3 }]);
  });

  it('notices a removed row when another is added at the same time', async () => {
    const { db } = database;
    const gone = await insertLesson(db, { sequence: 1 });
    expect(await ids()).toEqual([gone]);
    await db.deleteFrom('lessons').where('id', '=', gone).execute();
    const next = await insertLesson(db, { sequence: 2 });
    expect(await ids()).toEqual([next]);
  });

  it("includes the caller's own writes, with several callers at once", async () => {
    const asked = await Promise.all(
      NUMBERS.map(async (sequence) => {
        void list.read();
        const id = await insertLesson(database.db, { sequence });
        return (await ids()).includes(id);
      }),
    );
    expect(asked).toEqual([true, true, true]);
  });

  it('orders the versions of a number by content, and by time only among equals', async () => {
    const { db } = database;
    const main = await insertLesson(db, { release: 0, hash: 'one' });
    const copy = await insertLesson(db, { hash: 'one' });
    const states = async () => (await list.read()).rowsFor(readers[0]!).map(({ id, main_state, is_latest }) => [id, main_state, is_latest]);
    expect(await states()).toEqual([
      [main, 'published', true],
      [copy, 'same', false],
    ]);
    // Main moves on twice between two reads, and the copy is touched afterwards, as by the undo of a move.
    await update(db, main, { content_hash: 'two' });
    await update(db, main, { content_hash: 'three' });
    await db
      .updateTable('lessons')
      .set({ updated_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', copy)
      .execute();
    expect(await states()).toEqual([
      [main, 'published', true],
      [copy, 'behind', false],
    ]);
    await expectTrue();
    await update(db, copy, { content_hash: 'two' });
    expect((await states())[1]).toEqual([copy, 'behind', false]);
    await update(db, copy, { content_hash: 'ahead' });
    const other = await insertLesson(db, { release: 1, hash: 'ahead, too' });
    expect(await states()).toEqual([
      [other, 'changed', true],
      [copy, 'diverged', false],
      [main, 'published', false],
    ]);
    // An external author's own draft stays their version only while it is ahead.
    const own = await insertLesson(db, { release: 2, hash: 'three' });
    expect((await listVersionRows(db, readers[1]!, 1)).map(({ id }) => id)).toEqual([other, own]);
    await update(db, own, { content_hash: 'mine' });
    expect((await listVersionRows(db, readers[1]!, 1))[0]?.id).toBe(own);
    await expectTrue();
  });

  it('is the same object while nothing changes', async () => {
    await insertLesson(database.db);
    const state = await list.read();
    expect(await list.read()).toBe(state);
    await insertLesson(database.db, { sequence: 2 });
    expect(await list.read()).not.toBe(state);
  });

  it('is read again after a failed read', async () => {
    const id = await insertLesson(database.db);
    const isBroken = { value: true };
    const db = new Proxy(database.db, {
      get: (target, name) => {
        if (name === 'getExecutor' && isBroken.value) throw new Error('no connection');
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    list = new LessonList(db);
    await expect(list.read()).rejects.toThrow('no connection');
    isBroken.value = false;
    expect(await ids()).toEqual([id]);
  });
});
