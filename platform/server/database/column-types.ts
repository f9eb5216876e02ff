import type { ColumnType } from 'kysely';

/**
 * A jsonb column: read as `T`, written as `JSON.stringify(value)`. Writing plain values does not compile, because the
 * driver would send an array as a PostgreSQL array and a string without its quotes.
 */
export type Json<T> = ColumnType<T, string, string>;
export type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>;
export type JsonWithDefault<T> = ColumnType<T, string | undefined, string>;

/** An object whose shape is known, and parsed, by the module that owns the table. */
export type Document = Record<string, unknown>;
