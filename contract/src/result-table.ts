import { z } from 'zod';

/**
 * A value for which JSON has no faithful form: whole numbers beyond 2^53, reals that JavaScript would show as whole numbers
 * or not at all, exact decimals, blobs. `text` is what the database shows; of a blob its bytes in hexadecimal, or of a long
 * one the first of them, with its length and digest.
 */
const TypedCell = z.object({
  type: z.enum(['integer', 'real', 'numeric', 'blob']),
  text: z.string(),
  bytes: z.number().int().optional(),
  sha256: z.string().optional(),
});

/** A value of a result. Null is NULL; dates and everything else are texts, as the database shows them. */
export const ResultCell = z.union([z.null(), z.boolean(), z.number(), z.string(), TypedCell]);
export type ResultCell = z.infer<typeof ResultCell>;

const Lines = z.tuple([z.array(z.string())], z.array(ResultCell));

/** A result of sql: the names of its columns, which need not differ, and its rows. */
export interface ResultTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly ResultCell[])[];
}

/** Rows of a result that are kept and compared; pages show far fewer. */
export const KEPT_RESULT_ROWS = 10_000;

/** The output of a sql run (`RunOutcome.output`) as a table; null for what is none, such as text that was cut in the middle. */
export function readResultTable(output: string): ResultTable | null {
  const lines = Lines.safeParse(jsonOf(output));
  if (!lines.success) return null;
  const [columns, ...rows] = lines.data;
  return rows.every((row) => row.length === columns.length) ? { columns, rows } : null;
}

/** A cell as people read it; NULL as the word. */
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
