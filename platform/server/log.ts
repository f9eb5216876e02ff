import { pino, stdSerializers, stdTimeFunctions, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import type { Config } from './config.ts';
import { AppError } from './errors.ts';
import { isDiskFull } from './full-disk.ts';
import { withPriority } from './journal.ts';
import { logLine } from './log-line.ts';
import { isOutage } from './outage.ts';

/** A logged error, as shown on `/debug`. */
export interface RecentError {
  readonly at: Date;
  /** Id of the call in which it happened; null outside of calls. */
  readonly requestId: string | null;
  readonly text: string;
  /** The error's message; only the log has its stack. */
  readonly error: string | null;
}

/** Errors that are kept since the start. */
export const MAX_RECENT_ERRORS = 100;
const WARN_LEVEL = 40;
const ERROR_LEVEL = 50;
/** While the database or another service is away, one line per cause is logged in this time. */
const OUTAGE_MS = 60_000;
/** The same for a job that fails again and again for a reason of its own, such as a branch that can't be committed. */
const REPEATED_JOB_MS = 60 * 60_000;

const errorsOf = new WeakMap<Logger, RecentError[]>();

interface LogOptions {
  readonly now?: () => number;
  /** The journal of systemd reads the lines: each begins with its priority. */
  readonly isJournal?: boolean;
}

/**
 * Creates the product's log, one line per entry. It keeps the latest errors for `/debug`. While a service is away,
 * every call fails for the same reason: the log has that once a minute, with the number of the others (`omitted`).
 */
export function createLog(
  level: Config['logLevel'],
  destination: DestinationStream,
  format: 'text' | 'json' = 'json',
  { now = Date.now, isJournal = false }: LogOptions = {},
): Logger {
  const errors: RecentError[] = [];
  const outages = new Outages(now);
  const log = pino(
    {
      level,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: withoutNeedlessStack },
      hooks: {
        logMethod(args, method, level) {
          const omitted = level < WARN_LEVEL ? 0 : outages.count(args);
          if (omitted === null) return;
          if (level >= ERROR_LEVEL) note(errors, args, this.bindings());
          method.apply(this, omitted === 0 ? args : withOmitted(args, omitted));
        },
      },
    },
    format === 'json' && !isJournal ? destination : reworded(destination, format, isJournal),
  );
  errorsOf.set(log, errors);
  return log;
}

/** pino writes one whole line at a time. */
function reworded(destination: DestinationStream, format: 'text' | 'json', isForJournal: boolean): DestinationStream {
  return {
    write: (line) => {
      const entry = JSON.parse(line) as Record<string, unknown>;
      const text = format === 'text' ? logLine(entry) : line;
      destination.write(isForJournal ? withPriority(text, entry['level']) : text);
    },
  };
}

/** A failure that is reported to people says what it is: its stack only says who threw it. */
function withoutNeedlessStack(error: Error): object {
  if (!(error instanceof AppError)) return stdSerializers.err(error);
  const cause = error.cause instanceof Error ? { cause: error.cause.message } : {};
  return { type: error.name, code: error.code, message: error.message, ...cause };
}

type LogArgs = Parameters<NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>>[0];

function withOmitted(args: LogArgs, omitted: number): LogArgs {
  const [first, ...rest] = args as unknown as [object, ...unknown[]];
  const fields = first instanceof Error ? { err: first } : first;
  return [{ ...fields, omitted }, ...rest] as unknown as LogArgs;
}

/** The latest line of each cause of failure that repeats: a service is away, a disk is full, a job fails each time. */
class Outages {
  readonly #now: () => number;
  readonly #known = new Map<string, { at: number; omitted: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns how many equal lines were left out since the last one; null: leave out this one too. */
  count(args: readonly unknown[]): number | null {
    const [first, second] = args;
    const fields = typeof first === 'object' && first !== null ? (first as Record<string, unknown>) : {};
    const error = first instanceof Error ? first : fields['err'];
    const [cause, quietMs] = this.#causeOf(error, typeof second === 'string' ? second : '', fields) ?? [null, 0];
    if (cause === null) return 0;
    const now = this.#now();
    const known = this.#known.get(cause);
    if (known !== undefined && now - known.at < quietMs) {
      known.omitted += 1;
      return null;
    }
    this.#known.set(cause, { at: now, omitted: 0 });
    return known?.omitted ?? 0;
  }

  /** What makes lines equal, and for how long one is enough; null: every line counts. */
  #causeOf(error: unknown, text: string, fields: Readonly<Record<string, unknown>>): readonly [string, number] | null {
    const queue = typeof fields['queue'] === 'string' ? fields['queue'] : '';
    // Not the error's text: it may have addresses and times.
    if (isOutage(error) || isDiskFull(error)) return [`${text} ${queue}`, OUTAGE_MS];
    if (error instanceof AppError) return [`${text} ${queue} ${error.message}`, OUTAGE_MS];
    if (queue !== '' && error instanceof Error) return [`${text} ${queue} ${error.message}`, REPEATED_JOB_MS];
    return null;
  }
}

/** The latest errors since the start, newest first. Empty for a log that was not created here. */
export function recentErrors(log: Logger): readonly RecentError[] {
  return (errorsOf.get(log) ?? []).toReversed();
}

function note(errors: RecentError[], args: readonly unknown[], bindings: Readonly<Record<string, unknown>>): void {
  const [first, second] = args;
  const fields = typeof first === 'object' && first !== null ? (first as Record<string, unknown>) : {};
  const error = first instanceof Error ? first : fields['err'];
  errors.push({
    at: new Date(),
    requestId: typeof bindings['reqId'] === 'string' ? bindings['reqId'] : null,
    text: [first, second].find((part) => typeof part === 'string') ?? '',
    error: error instanceof Error ? error.message : typeof fields['line'] === 'string' ? fields['line'] : null,
  });
  if (errors.length > MAX_RECENT_ERRORS) errors.shift();
}
