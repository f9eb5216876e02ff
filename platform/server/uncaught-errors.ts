import type { Logger } from 'pino';
import { currentCall } from './http/current-call.ts';

/** Exit code that asks for a restart (scripts/setup/supervise.sh). */
export const CRASHED = 70;

/** More errors than this within {@link STORM_MS} mean that something fails continuously, and a restart is better. */
const STORM_COUNT = 20;
const STORM_MS = 60_000;

/** Code with state across calls: an error thrown in the middle of it leaves that state undefined. */
const DATABASE_CODE = /[/\\](platform[/\\]server[/\\]database|node_modules[/\\]pg(-pool|-protocol)?)[/\\]/;

/** Number of uncaught errors since the start. */
export interface UncaughtCount {
  readonly count: number;
  readonly last_at: string | null;
}

let known: { count: number; lastAt: Date | null } = { count: 0, lastAt: null };

export function uncaughtErrors(): UncaughtCount {
  return { count: known.count, last_at: known.lastAt?.toISOString() ?? null };
}

export type Origin = 'uncaughtException' | 'unhandledRejection';

/**
 * Whether the process can continue after an uncaught error. A rejected promise has run to its end and affected only its
 * own work; so has a callback that threw, unless it was in the middle of database code.
 */
export function needsRestart(error: unknown, origin: Origin): boolean {
  return origin === 'uncaughtException' && error instanceof Error && DATABASE_CODE.test(error.stack ?? '');
}

interface LastDefence {
  readonly log: Logger;
  /** Ends the process so that it is restarted. Nothing acknowledged is lost, as after a power cut. */
  readonly restart: () => void;
  readonly now?: () => number;
}

/** Handles an uncaught error: logs and counts it, and replies with 500 if it belongs to a call. */
export function handleUncaughtError({ log, restart, now = Date.now }: LastDefence): (error: unknown, origin: Origin) => void {
  let recent: number[] = [];
  return (thrown, origin) => {
    const at = now();
    known = { count: known.count + 1, lastAt: new Date(at) };
    recent = [...recent.filter((each) => at - each < STORM_MS), at];
    const error = thrown instanceof Error ? thrown : new Error(`Thrown: ${String(thrown)}`);
    const call = currentCall();
    log.error({ err: error, origin, ...(call ? { reqId: call.requestId } : {}) }, 'uncaught error');
    const isStorm = recent.length > STORM_COUNT;
    if (isStorm || needsRestart(thrown, origin)) {
      const why = isStorm ? 'too many uncaught errors' : 'the state of the database code in this process is unknown';
      log.fatal({ err: error }, `${why}: restarting the server`);
      restart();
      return;
    }
    try {
      call?.fail?.(error);
    } catch (failure) {
      log.error({ err: failure }, 'could not reply to a failed call');
    }
  };
}

/** Watches this process. @returns a function that stops watching. */
export function watchUncaughtErrors(defence: LastDefence): () => void {
  // Unhandled rejections arrive here as well, marked by their origin.
  const listener = handleUncaughtError(defence);
  process.on('uncaughtException', listener);
  return () => void process.off('uncaughtException', listener);
}
