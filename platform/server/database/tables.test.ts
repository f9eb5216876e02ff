import { randomUUID } from 'node:crypto';
import { type Insertable, type Selectable, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChangeState, canMoveChange } from '#features/changes/contract.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import type { Columns } from './schema.ts';
import type { Table, Tables } from './tables.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('every table belongs to the platform or a feature', () => {
  // A table without an entry in Tables doesn't compile here.
  const ownedTable = (name: keyof Columns): keyof Tables => name;
  expect(ownedTable('settings')).toBe('settings');
});

it('rows have the columns of the schema, and of them only values that a feature allows', () => {
  const lesson: Pick<Selectable<Tables['lessons']>, 'language' | 'deleted_at'> = { language: null, deleted_at: null };
  // @ts-expect-error: only generated
  const id: Insertable<Tables['lessons']>['id'] = 1;
  // @ts-expect-error: no role
  const role: Selectable<Tables['users']>['role'] = 'visitor';
  // @ts-expect-error: jsonb is written as text
  const value: Insertable<Tables['settings']>['value'] = ['a'];
  // @ts-expect-error: no column
  const stated: Table<'settings', { values: unknown }> = { key: 'k', value: null };
  expect([lesson, id, role, value, stated]).toHaveLength(5);
});

describe('values', () => {
  it('are read as written', async () => {
    const { db } = database;
    const now = new Date('2026-03-04T05:06:07.089Z');
    const size = 2 ** 40;
    const person = await db
      .insertInto('users')
      .values({ email: 'ada@example.org', name: 'Ada', role: 'owner', created_at: now })
      .returning(['id', 'created_at', 'revoked_at'])
      .executeTakeFirstOrThrow();
    expect(person).toEqual({ id: expect.any(Number) as number, created_at: now, revoked_at: null });
    for (const value of [['a', 1], 'text "quoted"', null, { toPostgres: 1, list: [[]] }, 'é😀']) {
      await db
        .insertInto('settings')
        .values({ key: 'k', value: JSON.stringify(value) })
        .execute();
      const row = await db.deleteFrom('settings').where('key', '=', 'k').returning('value').executeTakeFirstOrThrow();
      expect(row.value).toEqual(value);
    }
    const { rows } = await sql<{ size: number; count: number }>`select ${size}::bigint as size, count(*) as count from settings`.execute(
      db,
    );
    expect(rows).toEqual([{ size, count: 0 }]);
  });

  it('too large for a number are refused instead of rounded', async () => {
    await expect(sql`select 9007199254740993 as value`.execute(database.db)).rejects.toThrow(
      'The bigint 9007199254740993 does not fit into a number.',
    );
    expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
  });
});

describe('the states of a change', () => {
  const pairs = ChangeState.options.flatMap((from) => ChangeState.options.map((to) => ({ from, to })));
  const isAllowed = ({ from, to }: (typeof pairs)[number]) => from === to || canMoveChange(from, to);

  async function move({ from, to }: (typeof pairs)[number]): Promise<void> {
    const { db } = database;
    const sha = (state: ChangeState) => (state === 'saved' ? null : 'abc');
    const release = { name: 'A release', branch_name: randomUUID() };
    const { id: release_id } = await db.insertInto('releases').values(release).returning('id').executeTakeFirstOrThrow();
    const change = { uuid: randomUUID(), release_id, summary: 'A change', state: from, commit_sha: sha(from) };
    const { id } = await db.insertInto('changes').values(change).returning('id').executeTakeFirstOrThrow();
    await db
      .updateTable('changes')
      .set({ state: to, commit_sha: sha(to) })
      .where('id', '=', id)
      .execute();
  }

  it.each(pairs.filter(isAllowed))('may go from $from to $to', move);

  it.each(pairs.filter((pair) => !isAllowed(pair)))('may not go from $from to $to', async (pair) => {
    await expect(move(pair)).rejects.toThrow(`a change cannot go from ${pair.from} to ${pair.to}`);
  });
});
