import type { Generated, GeneratedAlways } from 'kysely';
import type { Json, JsonOrNull, JsonWithDefault } from './column-types.ts';
import type { Columns } from './schema.ts';

/** A type of Kysely for each way in which columns of `Columns` are written. */
interface WrittenAs<Value> {
  identity: GeneratedAlways<Value>;
  default: Generated<Value>;
  required: Value;
  nullable: Value | null;
  'json default': JsonWithDefault<Value>;
  'json required': Json<Value>;
  'json nullable': JsonOrNull<Value>;
}
type Column = readonly [written: keyof WrittenAs<never>, value: unknown];

/** What a column may be stated to be: a part of its values, or any shape of a document. */
type Stateable<C> = C extends Column ? (C[0] extends `json ${string}` ? unknown : C[1]) : never;
type WithValue<C, Value> = C extends Column ? WrittenAs<Value>[C[0]] : never;
type ValueOf<C> = C extends Column ? C[1] : never;

/**
 * The rows of a table. The columns come from the schema; `Stated` gives those another type that the database doesn't know: a union of
 * texts, or the shape of a document. A column that doesn't exist makes it `never`.
 */
export type Table<Name extends keyof Columns, Stated extends { [C in keyof Columns[Name]]?: Stateable<Columns[Name][C]> } = object> =
  Exclude<keyof Stated, keyof Columns[Name]> extends never
    ? { [C in keyof Columns[Name]]: WithValue<Columns[Name][C], C extends keyof Stated ? Stated[C] : ValueOf<Columns[Name][C]>> }
    : never;

/**
 * The rows of every table, as queries see them. These are the platform's; each feature adds its own in its `server/tables.ts`.
 *
 * - timestamptz is a Date, uuid a string.
 * - bigint is a number; the driver rejects values that a number can't hold exactly (value-parsers.ts).
 * - jsonb is read parsed and written as JSON text, see column-types.ts. It is a `Document` if nothing else is stated.
 */
export interface Tables {
  servers: Table<'servers', { role: 'all' | 'web' | 'git' }>;
  cluster: Table<'cluster'>;
  rate_limits: Table<'rate_limits'>;
  settings: Table<'settings', { value: unknown }>;
}
