import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { limitAt, limitText } from '#platform/contract/run-limits.ts';
import { NO_OUTCOME, type RunError, type RunLimit, type RunOutcome } from '#platform/contract/run-outcome.ts';
import type { RunnerRunRequest, RunLimits } from '#platform/contract/runner-protocol.ts';
import type { BlobCache } from '../blob-cache.ts';
import { CannotRunError } from '../cannot-run.ts';
import type { RunHooks } from '../language-runtime.ts';
import { readStart } from '../read-start.ts';
import { failedToStart, type PostgresEnd, type PostgresProcess } from './postgres-process.ts';

/** Files that fill the database; scripts run before tables are created. */
const FILE = /\.(sql|csv|tsv)$/i;
/** Limit for all such files together. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Bytes of stdout that a result leaves free, so that it is never cut. */
const OUTPUT_ROOM = 4_096;

type PostgresRequest = Pick<RunnerRunRequest, 'earlier' | 'preamble' | 'code' | 'files' | 'limits' | 'checks'>;

export interface PostgresRun {
  readonly outcome: RunOutcome;
  readonly isStopped: boolean;
  /** Each executed statement, if the request has checks. */
  readonly statements: PostgresEnd['statements'];
}

/**
 * Runs a request on a waiting PostgreSQL, and ends it.
 *
 * @throws SandboxFailure if no code was run
 */
export async function runPostgres(
  process: PostgresProcess,
  request: PostgresRequest,
  maxRows: number,
  blobs: BlobCache,
  hooks: RunHooks,
): Promise<PostgresRun> {
  const { limits } = request;
  hooks.onReady?.();
  const startedAt = performance.now();
  let ended: 'by stop' | 'by time' | 'by output' | null = null;
  const end = (why: NonNullable<typeof ended>) => {
    ended ??= why;
    process.kill();
  };
  const stop = () => end('by stop');
  hooks.signal.addEventListener('abort', stop, { once: true });
  if (hooks.signal.aborted) stop();
  let timer: NodeJS.Timeout | undefined;
  const startTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => end('by time'), limits.wall_seconds * 1000);
  };
  // The code of earlier screens has the time limit for itself.
  process.onEarlierDone = startTimer;
  try {
    const streams = Promise.all([
      // The result is a single JSON text, useless until it is complete.
      readStart(process.stdout, limits.stream_bytes, ignore, () => end('by output')),
      readStart(
        process.stderr,
        limits.stream_bytes,
        (text) => hooks.onText('stderr', text),
        () => end('by output'),
      ),
      process.ended,
    ]);
    const isStarted = await process.send({
      files: await databaseFiles(request.files, blobs),
      earlier: request.earlier,
      preamble: request.preamble,
      code: request.code,
      maxRows,
      maxBytes: Math.max(0, limits.stream_bytes - OUTPUT_ROOM),
      keepsStatements: request.checks !== null,
    });
    if (isStarted) startTimer();
    const [stdout, stderr, exit] = await streams;
    if (!isStarted && ended === null && !exit.isOutOfMemory) failedToStart(stderr.text);
    const limit = limitOf(ended, exit.isOutOfMemory);
    return {
      outcome: {
        ...NO_OUTCOME,
        output: process.end === null ? '' : stdout.text,
        stderr: stderr.text,
        error: errorOf(process, ended === 'by stop', limit, limits),
        earlier_errors: process.earlierErrors,
        limit,
        limit_at: limit && limitAt(limit, limits),
        cut: [...(stderr.isCut ? (['stderr'] as const) : []), ...(process.end?.isCut === true ? (['rows'] as const) : [])],
        duration_ms: Math.round(performance.now() - startedAt),
      },
      isStopped: ended === 'by stop',
      statements: process.end?.statements ?? [],
    };
  } finally {
    process.onEarlierDone = () => undefined;
    clearTimeout(timer);
    hooks.signal.removeEventListener('abort', stop);
  }
}

interface LessonFile {
  /** Its path. */
  readonly name: string;
  /** Null: a script. */
  readonly table: string | null;
  readonly text: string;
}

/**
 * The tables of files, by path: named after the file, or after its folders too if another one has the same name (`2023_birds`). The same
 * in `sql_database.py`.
 *
 * @throws CannotRunError naming two files that would be one table
 */
export function tableNames(paths: readonly string[]): Map<string, string> {
  const stem = (path: string) => path.replace(/\.[^./]*$/, '').toLowerCase();
  const byName = Map.groupBy(paths, (path) => basename(stem(path)));
  const names = new Map(
    paths.map((path) => [path, byName.get(basename(stem(path)))?.length === 1 ? basename(stem(path)) : stem(path).replaceAll('/', '_')]),
  );
  const owners = new Map<string, string>();
  for (const [path, name] of names) {
    const owner = owners.get(name);
    if (owner !== undefined)
      throw new CannotRunError(`The files ${owner} and ${path} would both be the table ${name}. Rename one of them.`);
    owners.set(name, path);
  }
  return names;
}

/**
 * Reads the files that fill the database. They are held in memory, so their size is limited.
 * @throws CannotRunError naming the limit
 */
export async function databaseFiles(
  files: PostgresRequest['files'],
  blobs: Pick<BlobCache, 'path'>,
  maxBytes: number = MOST_BYTES,
): Promise<LessonFile[]> {
  const wanted = files
    .filter(({ name }) => FILE.test(name))
    .sort((one, other) => order(one.name) - order(other.name) || compare(one.name, other.name));
  const sizes = await Promise.all(wanted.map(async ({ sha256 }) => (await stat(blobs.path(sha256))).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes > maxBytes) {
    const [has, most] = [Math.ceil(bytes / 2 ** 20), Math.floor(maxBytes / 2 ** 20)];
    throw new CannotRunError(
      `The SQL and CSV files of this lesson and its datasets have ${has} MB; a PostgreSQL lesson can load at most ${most} MB. Remove files that it does not need, or make them smaller.`,
    );
  }
  const tables = tableNames(wanted.map(({ name }) => name).filter((name) => order(name) === 1));
  return Promise.all(
    wanted.map(async ({ name, sha256 }) => ({ name, table: tables.get(name) ?? null, text: await readFile(blobs.path(sha256), 'utf8') })),
  );
}

function order(name: string): number {
  return name.toLowerCase().endsWith('.sql') ? 0 : 1;
}

/** Files without a folder first, as in `sql_database.py`. */
function compare(one: string, other: string): number {
  return Number(one.includes('/')) - Number(other.includes('/')) || (one < other ? -1 : 1);
}

function limitOf(ended: string | null, isOutOfMemory: boolean): RunLimit | null {
  if (ended === 'by stop') return null;
  if (ended === 'by time') return 'time';
  if (ended === 'by output') return 'output';
  return isOutOfMemory ? 'memory' : null;
}

function errorOf(process: PostgresProcess, isStopped: boolean, limit: RunLimit | null, limits: RunLimits): RunError | null {
  if (isStopped) return null;
  const error = (name: string, message: string, line: number | null, column: number | null): RunError => ({
    name,
    message,
    line,
    column,
    traceback: `${name}: ${message}`.split('\0').join('␀'),
  });
  const end = process.end;
  if (end) return end.error === null ? null : error(end.error.name, end.error.message, end.error.line, end.error.column);
  const { line, earlier } = process;
  const from = earlier === null ? '' : ` It was running the code of ${earlier}.`;
  switch (limit) {
    case 'time':
      return error('TimeLimit', limitText(limit, limits.wall_seconds) + from, line, null);
    case 'memory':
      return error('MemoryLimit', limitText(limit, limits.memory_bytes) + from, line, null);
    case 'output':
      return error('OutputLimit', limitText(limit, limits.stream_bytes) + from, line, null);
    case 'cpu':
    case 'processes':
    case 'disk':
    case null:
      return error(
        'Crash',
        earlier === null ? 'The database crashed on this statement.' : `The database crashed on a statement of ${earlier}.`,
        line,
        null,
      );
  }
}

function ignore(): void {
  // The failure is reported at the end.
}
