import type { PoolClient } from 'pg';

/** A table whose rows are transferred. */
export interface TableShape {
  /** `public.lessons`. */
  readonly name: string;
  /** Quoted for SQL and sorted: two databases may have created them in different orders. */
  readonly columns: readonly string[];
  /** Their types, in the same order. */
  readonly types: readonly string[];
}

/** The durable tables of the job queue. The others hold statistics and its schema version. */
const QUEUE_TABLES = ['queue', 'schedule', 'subscription', 'job', 'job_dependency'];
/** Written by the migrations themselves. */
const MIGRATION_TABLES = ['kysely_migration', 'kysely_migration_lock'];
/** What servers agree on while they run. A copy of the product starts without it. */
const SERVER_TABLES = ['announced_runners', 'cluster', 'rate_limits', 'servers', 'shared_environments'];

/** Lists every table with rows of the product or its jobs, referenced tables first where it matters. */
export async function listTables(client: PoolClient): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select format('%I.%I', n.nspname, c.relname) as name,
            array_agg(format('%I', a.attname) order by a.attname) as columns,
            array_agg(format_type(a.atttypid, a.atttypmod) order by a.attname) as types
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind in ('r', 'p') and not c.relispartition
       and ((n.nspname = 'public' and c.relname <> all($1)) or (n.nspname = 'pgboss' and c.relname = any($2)))
     group by n.nspname, c.relname
     order by n.nspname desc, array_position($2, c.relname::text), c.relname`,
    [[...MIGRATION_TABLES, ...SERVER_TABLES], QUEUE_TABLES],
  );
  return rows;
}

/** Lists the migrations that were run, in order. */
export async function listMigrations(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from public.kysely_migration order by name');
  return rows.map(({ name }) => name);
}

/** The state of a sequence. */
export interface SequenceState {
  readonly name: string;
  /** Null: it was never used. */
  readonly last: string | null;
}

/** Lists the sequences that generate ids. */
export async function listSequences(client: PoolClient): Promise<SequenceState[]> {
  const { rows } = await client.query<SequenceState>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
     from pg_sequences where schemaname in ('public', 'pgboss') order by 1`,
  );
  return rows;
}
