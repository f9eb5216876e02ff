import { pino, type DestinationStream, type Logger } from 'pino';
import { MAX_RECENT_ERRORS } from '#contract/debug.ts';
import type { Config } from './config.ts';

/** A logged error, as shown on `/debug`. */
export interface RecentError {
  readonly at: Date;
  /** Id of the call in which it happened; null outside of calls. */
  readonly requestId: string | null;
  readonly text: string;
  /** The error's message; only the log has its stack. */
  readonly error: string | null;
}

const ERROR_LEVEL = 50;

const errorsOf = new WeakMap<Logger, RecentError[]>();

/** Creates the product's log. It keeps the latest errors for `/debug`. */
export function createLog(level: Config['logLevel'], destination: DestinationStream): Logger {
  const errors: RecentError[] = [];
  const log = pino(
    {
      level,
      hooks: {
        logMethod(args, method, level) {
          if (level >= ERROR_LEVEL) note(errors, args, this.bindings());
          method.apply(this, args);
        },
      },
    },
    destination,
  );
  errorsOf.set(log, errors);
  return log;
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
