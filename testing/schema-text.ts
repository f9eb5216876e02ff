import type { Pool } from 'pg';

/** Tables of libraries, which have their own migrations. */
const FOREIGN = 'kysely_%';

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly is_nullable: boolean;
  readonly default_value: string | null;
  readonly is_identity: boolean;
}

/** Every column of our tables, from the database's catalog. */
async function listColumns(pool: Pool): Promise<Column[]> {
  const { rows } = await pool.query<Column>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as is_nullable,
       pg_get_expr(d.adbin, d.adrelid) as default_value, a.attidentity <> '' as is_identity
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like $1
     order by c.relname collate "C", a.attnum`,
    [FOREIGN],
  );
  return rows;
}

/** Constraints, indexes and triggers: `owner` is the table. */
interface Definition {
  readonly owner: string;
  readonly text: string;
}

/** The text of `platform/server/migrations/schema.sql`: the result of the migrations, the same on every kind of database. */
export async function schemaText(pool: Pool): Promise<string> {
  const columns = Object.groupBy(await listColumns(pool), (column) => column.table);
  const constraints = await list(
    pool,
    // Versions of PostgreSQL differ in whether "not null" is a constraint; here it is part of the column.
    `select conrelid::regclass::text as owner, format('constraint %I %s', conname, pg_get_constraintdef(oid)) as text
     from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n' and conrelid <> 0
     order by contype = 'p' desc, conname collate "C"`,
  );
  const indexes = await list(
    pool,
    `select i.indrelid::regclass::text as owner, pg_get_indexdef(i.indexrelid) as text
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u'))
     order by c.relname collate "C"`,
  );
  const triggers = await list(
    pool,
    `select tgrelid::regclass::text as owner, pg_get_triggerdef(t.oid) as text
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not tgisinternal and c.relnamespace = 'public'::regnamespace order by tgname collate "C"`,
  );
  const functions = await list(
    pool,
    `select '' as owner, pg_get_functiondef(oid) as text from pg_proc
     where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
     order by proname collate "C"`,
  );

  const extensions = await list(pool, `select '' as owner, extname as text from pg_extension where extname <> 'plpgsql' order by extname`);

  const tables = Object.entries(columns).map(([table, of = []]) => {
    const lines = [...of.map(columnLine), ...textsOf(constraints, table)].map((line) => `  ${line}`);
    const statements = [...textsOf(indexes, table), ...textsOf(triggers, table)].map((text) => `${text.replaceAll('public.', '')};`);
    return [`create table ${table} (\n${lines.join(',\n')}\n);`, ...statements].join('\n');
  });
  const parts = [
    ...extensions.map(({ text }) => `create extension ${text};`),
    ...functions.map(({ text }) => `${text.replaceAll('public.', '').trim()};`),
    ...tables,
  ];
  return (
    ['-- The result of the migrations beside this file. Written by scripts/write-schema.ts; a test compares it.', ...parts, '']
      .join('\n\n')
      .trimEnd() + '\n'
  );
}

function columnLine({ column, type, is_nullable, default_value, is_identity }: Column): string {
  const identity = is_identity ? ' generated always as identity' : '';
  const value = default_value === null ? '' : ` default ${default_value}`;
  return `${column} ${type}${is_nullable ? '' : ' not null'}${identity}${value}`;
}

function textsOf(definitions: readonly Definition[], owner: string): string[] {
  return definitions.filter((definition) => definition.owner === owner).map(({ text }) => text);
}

async function list(pool: Pool, query: string): Promise<Definition[]> {
  return (await pool.query<Definition>(query)).rows;
}
