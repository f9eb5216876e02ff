import type { Pool } from 'pg';

interface Right {
  readonly what: string;
  readonly statement: string;
  /** Whether it exists already, so that the right isn't needed. */
  readonly exists: string;
}

/** What the first start and migrations do. */
const RIGHTS: readonly Right[] = [
  { what: 'tables', statement: 'create table lessonwright_check (id int)', exists: 'select false as exists' },
  {
    what: 'the schema pgboss',
    statement: 'create schema pgboss',
    exists: "select to_regnamespace('pgboss') is not null as exists",
  },
  {
    what: 'the extension pg_trgm',
    statement: 'create extension pg_trgm',
    exists: "select exists (select from pg_extension where extname = 'pg_trgm') as exists",
  },
];

/** What the role of a connection may not create, each as a sentence. Everything that is tried is undone. */
export async function findMissingRights(pool: Pool): Promise<string[]> {
  const client = await pool.connect();
  try {
    const missing: string[] = [];
    for (const { what, statement, exists } of RIGHTS) {
      if ((await client.query<{ exists: boolean }>(exists)).rows[0]?.exists) continue;
      await client.query('begin');
      try {
        await client.query(statement);
      } catch (error) {
        missing.push(`The role of DATABASE_URL cannot create ${what}: ${error instanceof Error ? error.message : String(error)}.`);
      } finally {
        await client.query('rollback');
      }
    }
    return missing;
  } finally {
    client.release();
  }
}
