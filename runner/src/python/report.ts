/** Reads the report of the Python program, and combines it with what the runner observed. */

import { z } from 'zod';
import { limitAt, limitText } from '#platform/contract/run-limits.ts';
import {
  CheckResult,
  EARLIER_ERRORS_AT_MOST,
  EarlierError,
  type InsideCheck,
  RunError,
  RunFile,
  RunLimit,
  type RunOutcome,
} from '#platform/contract/run-outcome.ts';
import type { RunLimits } from '#platform/contract/runner-protocol.ts';
import { Variable } from '#platform/contract/variables.ts';
import { earlierErrorOf } from '../earlier-error.ts';
import type { StreamStart } from '../read-start.ts';

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
  EarlierError.extend({ type: z.literal('earlier error'), name: text, message: text }),
  z.object({ type: z.literal('image'), png: z.base64() }),
  z.object({ type: z.literal('plots'), count: z.number().int().min(0) }),
  Variable.extend({ type: z.literal('variable') }),
  z.object({
    type: z.literal('check'),
    kind: z.enum(['custom', 'unit', 'legacy']),
    results: z.array(CheckResult).max(200),
    error: RunError.nullable(),
    seconds: z.number().min(0).default(0),
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
  readonly earlierErrors: EarlierError[];
  readonly images: string[];
  /** How many plots there were, drawn or not; null: it wasn't reported. */
  readonly plots: number | null;
  readonly vars: Variable[];
  readonly cut: ('images' | 'vars' | 'rows' | 'files')[];
  readonly files: RunFile[];
  readonly custom: InsideCheck | null;
  readonly unit: InsideCheck | null;
  readonly legacy: InsideCheck | null;
  /** How long the checks took. */
  readonly checkSeconds: number;
}

/** Keep in sync with shared_memory.py. */
export const PHASE_DONE = 3;

export function readReport(bytes: string): Report {
  const [ready, end, ...lines] = bytes.split('\n');
  const records = lines.map((line) => parsed(Record, line)).filter((record) => record !== null);
  const errors = records.filter((record) => record.type === 'error');
  const [error] = errors;
  const checkOf = (kind: 'custom' | 'unit' | 'legacy'): InsideCheck | null => {
    const check = records.find((record) => record.type === 'check' && record.kind === kind);
    return check?.type === 'check' ? { results: check.results, error: check.error } : null;
  };
  return {
    isReady: ready !== undefined && ready !== '',
    end: parsed(End, end ?? ''),
    error: error ? { name: error.name, message: error.message, line: error.line, column: error.column, traceback: error.traceback } : null,
    limit: error?.limit ?? null,
    earlierErrors: records
      .flatMap((record) => (record.type === 'earlier error' ? earlierErrorOf(record) : []))
      .slice(0, EARLIER_ERRORS_AT_MOST),
    images: records.flatMap((record) => (record.type === 'image' ? record.png : [])),
    plots: records.find((record) => record.type === 'plots')?.count ?? null,
    vars: records.flatMap((record) => (record.type === 'variable' ? Variable.parse(record) : [])),
    cut: [...new Set(records.flatMap((record) => (record.type === 'cut' ? record.what : [])))],
    files: records.flatMap((record) => (record.type === 'file' ? RunFile.parse(record) : [])),
    custom: checkOf('custom'),
    unit: checkOf('unit'),
    legacy: checkOf('legacy'),
    checkSeconds: records.reduce((sum, record) => sum + (record.type === 'check' ? record.seconds : 0), 0),
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

/** Why the runner, and not the supervisor inside, ended a run. */
export type EndedFromOutside = 'by stop' | 'by output' | 'by backstop';

interface Ending {
  readonly stdout: StreamStart;
  readonly stderr: StreamStart;
  readonly report: Report;
  /** Null: it ended by itself. */
  readonly ended: EndedFromOutside | null;
  readonly isOutOfMemory: boolean;
  readonly limits: RunLimits;
  readonly duration_ms: number;
}

/** Combines what was observed from outside with what was reported from inside. Observations win. */
export function toOutcome(ending: Ending): RunOutcome {
  const { stdout, stderr, report, ended, limits } = ending;
  const limit = limitOf(report, ended, ending.isOutOfMemory);
  const isWhole = report.end?.phase === PHASE_DONE;
  const cut: RunOutcome['cut'] = [
    ...(stdout.isCut ? (['stdout'] as const) : []),
    ...(stderr.isCut ? (['stderr'] as const) : []),
    ...report.cut,
    ...(isWhole || report.cut.includes('vars') ? [] : (['vars'] as const)),
  ];
  return {
    output: stdout.text,
    stderr: stderr.text,
    error: ended === 'by stop' ? null : (report.error ?? errorOf(report, limit, limits)),
    earlier_errors: report.earlierErrors,
    images: report.images,
    plots: report.plots,
    vars: report.vars,
    limit,
    limit_at: limit && limitAt(limit, limits),
    cut,
    duration_ms: ending.duration_ms,
    custom: report.custom,
    unit: report.unit,
    legacy: report.legacy,
    listening: [],
    files: report.files,
  };
}

function limitOf(report: Report, ended: EndedFromOutside | null, isOutOfMemory: boolean): RunLimit | null {
  if (ended === 'by stop') return null;
  if (ended === 'by output') return 'output';
  if (ended === 'by backstop') return 'time';
  return report.end?.limit ?? report.limit ?? (isOutOfMemory ? 'memory' : null);
}

/** Describes an end that the script couldn't report itself. */
function errorOf(report: Report, limit: RunLimit | null, limits: RunLimits): RunError | null {
  const error = (name: string, message: string): RunError => ({
    name,
    message,
    line: null,
    column: null,
    traceback: `${name}: ${message}`,
  });
  // The script itself finished; only a process it had started hit the limit.
  if (report.end?.phase === PHASE_DONE) return null;
  switch (limit) {
    case 'time':
      return error('TimeLimit', limitText(limit, limits.wall_seconds));
    case 'cpu':
      return error('ProcessorLimit', limitText(limit, limits.cpu_seconds));
    case 'memory':
      return error('MemoryLimit', limitText(limit, limits.memory_bytes));
    case 'output':
      return error('OutputLimit', limitText(limit, limits.stream_bytes));
    case 'processes':
    case 'disk':
    case null:
      break;
    default:
      limit satisfies never;
  }
  if (report.end?.signal) return error('Killed', `The process was killed by signal ${report.end.signal}.`);
  return error('Exit', `The process exited early (exit code ${report.end?.exit_code ?? 'unknown'}), so its variables are unknown.`);
}
