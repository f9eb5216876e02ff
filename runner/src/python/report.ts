import { z } from 'zod';
import { CheckResult, RunError, RunFile, RunLimit, type InsideCheck } from '#contract/runs.ts';
import { Variable } from '#contract/variables.ts';

/** The supervisor's report of the script's end; see runner/languages/python/lessonwright_run/supervisor.py. */
const End = z.object({
  phase: z.number().int(),
  exit_code: z.number().int().nullable(),
  signal: z.string().nullable(),
  limit: RunLimit.nullable(),
});
type End = z.infer<typeof End>;

const MAX_TEXT = 100_000;
/** values.py stops at twelve nested values, each with a few braces. */
const MAX_DEPTH = 64;
const text = z.string().max(MAX_TEXT);
const position = z.number().int().positive().nullable();
/** A record that the script wrote. It comes from a process that ran untrusted code, so each line is validated separately. */
const Record = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('error'),
    name: text,
    message: text,
    line: position,
    column: position,
    traceback: text,
    limit: RunLimit.nullish(),
  }),
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

/** The valid parts of a report. */
export interface Report {
  /** False: the sandbox didn't even start. */
  readonly isReady: boolean;
  /** Null: the supervisor was killed before it could report. */
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

/** Keep in sync with shared_memory.py. */
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
    // Not JSON, so not written by our program.
    return null;
  }
}

/** NUL and unpaired surrogates, as JSON escapes them. */
const hasOddCharacters = /\\u(0000|d[89a-f])/i;

/** Replaces characters that PostgreSQL and web pages can't handle. */
function storable(part: unknown): unknown {
  return typeof part === 'string' ? part.replaceAll('\0', '␀').toWellFormed() : part;
}

/** Rejects deep values, so that no code after this has to handle them. */
function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((part) => isWithin(part, depth - 1));
}
