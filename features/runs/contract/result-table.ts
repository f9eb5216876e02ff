import { z } from 'zod';

/**
 * A value without an exact JSON form: integers beyond 2^53, reals that JavaScript would show as integers or not at all, exact
 * decimals, blobs. `text` is what the database shows; for a blob its bytes in hexadecimal, for a long one the first bytes with
 * length and digest.
 */
const TypedCell = z.object({
  type: z.enum(['integer', 'real', 'numeric', 'blob']),
  text: z.string(),
  bytes: z.number().int().optional(),
  sha256: z.string().optional(),
});

/** A value of a result. Null is NULL; dates and all other types are strings, as the database shows them. */
export const ResultCell = z.union([z.null(), z.boolean(), z.number(), z.string(), TypedCell]);
export type ResultCell = z.infer<typeof ResultCell>;

const Lines = z.tuple([z.array(z.string())], z.array(ResultCell));

/** An SQL result: the names of its columns, which may repeat, and its rows. */
export interface ResultTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly ResultCell[])[];
}

/** Rows of a result that are kept and compared; pages show far fewer. */
export const MAX_RESULT_ROWS = 10_000;

/** Rows that a page shows at most, not counting the header. */
const SHOWN_ROWS_MAX = 39;

/** The rows that authors and learners see. @param max of the lesson (`sql_max_rows`) */
export function rowsToShow({ rows }: ResultTable, max: number): ResultTable['rows'] {
  return rows.slice(0, Math.min(max, SHOWN_ROWS_MAX));
}

/** Parses the output of an SQL run (`RunOutcome.output`) as a table; null if it isn't one, for example because it was cut. */
export function readResultTable(output: string): ResultTable | null {
  const lines = Lines.safeParse(jsonOf(output));
  if (!lines.success) return null;
  const [columns, ...rows] = lines.data;
  return rows.every((row) => row.length === columns.length) ? { columns, rows } : null;
}

/** A cell as text; NULL as the word. */
export function cellText(cell: ResultCell): string {
  if (cell === null) return 'NULL';
  if (typeof cell !== 'object') return String(cell);
  if (cell.type !== 'blob') return cell.text;
  return cell.bytes === undefined ? `x'${cell.text}'` : `x'${cell.text}…' (${cell.bytes} bytes)`;
}

export function isNumber(cell: ResultCell): boolean {
  return typeof cell === 'number' || (typeof cell === 'object' && cell !== null && cell.type !== 'blob');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
