import { createHash } from 'node:crypto';
import type { Answer } from './database.mts';

/** A result as text, and whether rows were dropped because it was too long. */
export interface ResultText {
  readonly text: string;
  readonly isCut: boolean;
}

type Cell = string | number | boolean | null | { type: string; text: string; bytes?: number; sha256?: string };

/** Type OIDs of PostgreSQL (pg_type.oid). */
const BOOL = 16;
const BYTEA = 17;
const INTEGERS = new Set([20, 21, 23, 26]);
const REALS = new Set([700, 701]);
const NUMERIC = 1700;
/** Bytes of a long blob that are shown; a digest replaces the rest. */
const BLOB_START = 64;

/** Returns a JSON array of rows, column names first, with as many whole rows as fit into `maxBytes`. */
export function resultText(answer: Answer, maxBytes: number): ResultText {
  const columns = answer.columns ?? [];
  const lines = [JSON.stringify(columns.map(({ name }) => name))];
  let bytes = Buffer.byteLength(lines[0] ?? '');
  for (const row of answer.rows) {
    const line = JSON.stringify(row.map((text, index) => cellOf(text, columns[index]?.type ?? 0)));
    bytes += Buffer.byteLength(line) + 2;
    if (bytes > maxBytes) return { text: `[${lines.join(',\n')}]\n`, isCut: true };
    lines.push(line);
  }
  return { text: `[${lines.join(',\n')}]\n`, isCut: answer.isCut };
}

function cellOf(text: string | null, type: number): Cell {
  if (text === null) return null;
  if (type === BOOL) return text === 't';
  if (type === BYTEA) return blob(Buffer.from(text.slice(2), 'hex'));
  if (INTEGERS.has(type)) return Number.isSafeInteger(Number(text)) ? Number(text) : { type: 'integer', text };
  if (REALS.has(type)) return Number.isFinite(Number(text)) && String(Number(text)) === text ? Number(text) : { type: 'real', text };
  if (type === NUMERIC) return { type: 'numeric', text };
  return text;
}

function blob(data: Buffer): Cell {
  if (data.length <= BLOB_START) return { type: 'blob', text: data.toString('hex') };
  const sha256 = createHash('sha256').update(data).digest('hex');
  return { type: 'blob', text: data.subarray(0, BLOB_START).toString('hex'), bytes: data.length, sha256 };
}
