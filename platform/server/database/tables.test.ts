import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChangeState, canMoveChange } from '#features/releases/contract/changes.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { listColumns } from '#testing/schema-text.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** The type that tables.ts should give a column, apart from narrowed unions and document shapes. */
function expectedType(type: string): RegExp {
  switch (type) {
    case 'integer':
    case 'bigint':
    case 'real':
      return /^number$/;
    case 'uuid':
    case 'xid8':
      return /^string$/;
    case 'text':
      return /^(string|[A-Z]\w+|'.*')$/;
    case 'boolean':
      return /^boolean$/;
    case 'timestamp with time zone':
      return /^Date$/;
    case 'jsonb':
      return /^document$/;
    case 'bytea':
      return /^Buffer$/;
    default:
      throw new Error(`tables.ts has no way to say ${type} yet.`);
  }
}

interface Field {
  type: string;
  isNullable: boolean;
  generated: 'always' | 'default' | 'no';
}

/** Parses a field of tables.ts, such as `Generated<Date>` or `string | null`. */
function parseField(text: string): Field {
  const [, wrapper = '', inner = ''] = /^(\w+)<(.*)>$/.exec(text) ?? [];
  switch (wrapper) {
    case 'Generated':
      return { ...parseField(inner), generated: 'default' };
    case 'GeneratedAlways':
      return { ...parseField(inner), generated: 'always' };
    case 'Json':
      return { type: 'document', isNullable: false, generated: 'no' };
    case 'JsonOrNull':
      return { type: 'document', isNullable: true, generated: 'no' };
    case 'JsonWithDefault':
      return { type: 'document', isNullable: false, generated: 'default' };
    default:
      return { type: text.replace(/ \| null$/, ''), isNullable: text.endsWith(' | null'), generated: 'no' };
  }
}

const ROOT = join(import.meta.dirname, '../../..');

/** Table → column → field, read from the interfaces in tables.ts and those of the features. */
async function readInterfaces(): Promise<Map<string, Map<string, Field>>> {
  const files = globSync('{platform/server/database,features/*/server}/tables.ts', { cwd: ROOT });
  const text = (await Promise.all(files.map((name) => readFile(join(ROOT, name), 'utf8')))).join('\n');
  const bodies = new Map([...text.matchAll(/^interface (\w+) \{\n(.*?)^\}/gms)].map(([, name = '', body = '']) => [name, body]));
  const members = (body: string) =>
    [...body.matchAll(/^ +(\w+): (.+);$/gm)].map(([, key = '', value = '']): [string, string] => [key, value]);
  const tables = [...text.matchAll(/^ *(?:export )?interface Tables \{\n(.*?)^ *\}/gms)].flatMap(([, body = '']) => members(body));
  return new Map(
    tables.map(([table, name]) => [table, new Map(members(bodies.get(name) ?? '').map(([column, type]) => [column, parseField(type)]))]),
  );
}

describe('tables.ts', () => {
  it('matches the database', async () => {
    const interfaces = await readInterfaces();
    const columns = await listColumns(database.pool);
    const named = [...interfaces].flatMap(([table, fields]) => [...fields.keys()].map((column) => `${table}.${column}`));
    expect(named.toSorted()).toEqual(columns.map(({ table, column }) => `${table}.${column}`).toSorted());
    for (const { table, column, type, is_nullable, default_value, is_identity } of columns) {
      const field = interfaces.get(table)?.get(column);
      const generated = is_identity ? 'always' : default_value === null ? 'no' : 'default';
      expect(field, `${table}.${column}`).toEqual({
        type: expect.stringMatching(expectedType(type)) as string,
        isNullable: is_nullable,
        generated,
      });
    }
  });
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
