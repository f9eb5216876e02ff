import { join } from 'node:path';

/** The generated file. */
export const SCHEMA_TYPES = join(import.meta.dirname, '../platform/server/database/schema.ts');

/** How a column of PostgreSQL is read. Types of our own, such as unions, are stated in the `tables.ts` of a feature. */
const TYPES: Readonly<Record<string, string>> = {
  integer: 'number',
  bigint: 'number',
  real: 'number',
  uuid: 'string',
  xid8: 'string',
  text: 'string',
  boolean: 'boolean',
  'timestamp with time zone': 'Date',
  jsonb: 'Document',
  bytea: 'Buffer',
};

const COLUMN = /^ {2}(?!constraint )(\w+) (.+?)( not null)?( generated always as identity)?( default .+?)?,?$/;

/** The text of `platform/server/database/schema.ts`, from that of schema.sql. */
export function schemaTypes(schema: string): string {
  const tables = [...schema.matchAll(/^create table (\w+) \(\n(.*?)^\);/gms)].map(([, table = '', body = '']) => {
    const columns = body.split('\n').flatMap((line) => {
      const [, column, type = '', isRequired, isIdentity, hasDefault] = COLUMN.exec(line) ?? [];
      if (column === undefined) return [];
      const read = TYPES[type];
      if (read === undefined) throw new Error(`${table}.${column}: no type of TypeScript is known for ${type}.`);
      if (isRequired === undefined && hasDefault !== undefined) throw new Error(`${table}.${column} has a default and may be null.`);
      const written = isIdentity ? 'identity' : hasDefault ? 'default' : isRequired ? 'required' : 'nullable';
      return [`    ${column}: ['${type === 'jsonb' ? 'json ' : ''}${written}', ${read}];`];
    });
    return `  ${table}: {\n${columns.join('\n')}\n  };`;
  });
  return `import type { Document } from './column-types.ts';

/** The columns of every table. Written by scripts/write-schema.ts from schema.sql; a test compares them. */
export interface Columns {
${tables.join('\n')}
}
`;
}
