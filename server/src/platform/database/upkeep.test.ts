import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEmbeddedPool, type EmbeddedPool } from './embedded.ts';
import { keepUp } from './upkeep.ts';

let parent: string;
let embedded: EmbeddedPool;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'upkeep-'));
  embedded = await openEmbeddedPool(join(parent, 'database'), pino({ level: 'warn' }));
});
afterEach(async () => {
  await embedded.close();
  await rm(parent, { recursive: true });
});

it('vacuums tables with many dead rows and writes a checkpoint once the log has grown, and nothing otherwise', async () => {
  const { pool } = embedded;
  expect(await keepUp(pool)).toEqual([]);
  await pool.query('create table "odd name" (id integer, text text)');
  await pool.query(`insert into "odd name" select n, repeat(md5(n::text), 8) from generate_series(1, 120000) n`);
  await pool.query(`update "odd name" set text = text || 'x'`);
  expect(await keepUp(pool)).toEqual(['vacuum (analyze) public."odd name"', 'checkpoint']);
  expect(await keepUp(pool)).toEqual([]);
});
