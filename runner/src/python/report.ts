import { z } from 'zod';
import { CheckResult, RunError, RunFile, RunLimit, type InsideCheck } from '#contract/runs.ts';
import { Variable } from '#contract/variables.ts';

/** What the supervisor tells of the script's end; see runner/languages/python/lessonwright_run/supervisor.py. */
const End = z.object({
  phase: z.number().int(),
  exit_code: z.number().int().nullable(),
  signal: z.string().nullable(),
  limit: RunLimit.nullable(),
});
type End = z.infer<typeof End>;

const MAX_TEXT = 100_000;
/** values.py stops at twelve values inside one another, each of a few braces. */
const MAX_DEPTH = 64;
const text = z.string().max(MAX_TEXT);
const place = z.number().int().positive().nullable();
/** What the script noted. It comes out of a process in which foreign code ran, so each line is looked at by itself. */
const Record = z.discriminatedUnion('type', [
  z.object({ type: z.literal('error'), name: text, message: text, line: place, column: place, traceback: text, limit: RunLimit.nullish() }),
  z.object({ type: z.literal('image'), png: z.base64() }),
  Variable.extend({ type: z.literal('variable') }),
  z.object({
    type: z.literal('check'),
    kind: z.enum(['custom', 'legacy']),
    results: z.array(CheckResult).max(200),
    error: RunError.nullable(),
  }),
  RunFile.extend({ type: z.literal('file'), name: text }),
  z.object({ type: z.literal('cut'), what: z.enum(['images', 'vars', 'rows', 'files']) }),
]);

/** A report, read as far as it makes sense. */
export interface Report {
  /** False: the sandbox did not even stand. */
  readonly isReady: boolean;
  /** Null: the supervisor was ended before it could tell. */
  readonly end: End | null;
  readonly error: RunError | null;
  readonly limit: RunLimit | null;
  readonly images: string[];
  readonly vars: Variable[];
  readonly cut: ('images' | 'vars' | 'rows' | 'files')[];
  readonly files: RunFile[];
  readonly custom: InsideCheck | null;
  readonly legacy: InsideCheck | null;
}

/** Mirrors the numbers in board.py. */
export const PHASE_DONE = 3;

export function readReport(bytes: string): Report {
  const [ready, end, ...lines] = bytes.split('\n');
  const records = lines.map((line) => parsed(Record, line)).filter((record) => record !== null);
  const errors = records.filter((record) => record.type === 'error');
  const [error] = errors;
  const checkOf = (kind: 'custom' | 'legacy'): InsideCheck | null => {
    const said = records.find((record) => record.type === 'check' && record.kind === kind);
    return said?.type === 'check' ? { results: said.results, error: said.error } : null;
  };
  return {
    isReady: ready !== undefined && ready !== '',
    end: parsed(End, end ?? ''),
    error: error ? { name: error.name, message: error.message, line: error.line, column: error.column, traceback: error.traceback } : null,
    limit: error?.limit ?? null,
    images: records.flatMap((record) => (record.type === 'image' ? record.png : [])),
    vars: records.flatMap((record) => (record.type === 'variable' ? Variable.parse(record) : [])),
    cut: [...new Set(records.flatMap((record) => (record.type === 'cut' ? record.what : [])))],
    files: records.flatMap((record) => (record.type === 'file' ? RunFile.parse(record) : [])),
    custom: checkOf('custom'),
    legacy: checkOf('legacy'),
  };
}

function parsed<T>(schema: z.ZodType<T>, line: string): T | null {
  try {
    const value: unknown = hasOddCharacters.test(line) ? JSON.parse(line, (_key, part: unknown) => storable(part)) : JSON.parse(line);
    return isWithin(value, MAX_DEPTH) ? (schema.safeParse(value).data ?? null) : null;
  } catch {
    // Not JSON: not written by our program.
    return null;
  }
}

/** NUL and halves of character pairs, as JSON writes them. */
const hasOddCharacters = /\\u(0000|d[89a-f])/i;

/** Databases and pages have no place for such characters: something visible stands for them. */
function storable(part: unknown): unknown {
  return typeof part === 'string' ? part.replaceAll('\0', '␀').toWellFormed() : part;
}

/** Nothing behind us has to cope with values of any depth. */
function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((part) => isWithin(part, depth - 1));
}
