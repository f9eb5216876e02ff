import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SCHEMA_TYPES, schemaTypes } from '#testing/schema-types.ts';

const SCHEMA = join(import.meta.dirname, '../platform/server/migrations/schema.sql');

it('the types of the columns are those of schema.sql', async () => {
  // If this fails after a new migration, run: node scripts/write-schema.ts
  expect(await readFile(SCHEMA_TYPES, 'utf8')).toBe(schemaTypes(await readFile(SCHEMA, 'utf8')));
});

it.each([
  ['  id integer not null generated always as identity,', "    id: ['identity', number];"],
  ["  details jsonb not null default '{}'::jsonb,", "    details: ['json default', Document];"],
  ['  read_at timestamp with time zone,', "    read_at: ['nullable', Date];"],
  ['  hash bytea not null', "    hash: ['required', Buffer];"],
])('%s becomes %s', (column, type) => {
  expect(schemaTypes(`create table t (\n${column}\n);`)).toContain(`  t: {\n${type}\n  };`);
});

it.each([
  ['  at interval not null', 't.at: no type of TypeScript is known for interval.'],
  ['  at text default now()', 't.at has a default and may be null.'],
])('refuses %s', (column, error) => {
  expect(() => schemaTypes(`create table t (\n${column}\n);`)).toThrow(error);
});
