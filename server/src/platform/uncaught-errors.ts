import type { Logger } from 'pino';
import { currentCall } from './http/current-call.ts';

/** The product asks for a fresh start by this exit code (scripts/setup/supervise.sh). */
export const CRASHED = 70;

/** More than this many within {@link STORM_MS}: something fails without end, and a fresh start is better. */
const STORM_COUNT = 20;
const STORM_MS = 60_000;

/** Code whose state lives on between calls: an error thrown out of the midst of it leaves open what it will do next. */
const DATABASE_CODE = /[/\\](platform[/\\]database|node_modules[/\\]pg(-pool|-protocol)?)[/\\]/;

/** How often code of ours failed where nobody handled it, since the start. */
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
 * Whether the process can go on after an error that nobody handled. A rejected promise has run to its end and left nothing half done but
 * its own work; so has a callback that threw, unless it was in the midst of the database's code.
 */
export function isStateInDoubt(error: unknown, origin: Origin): boolean {
  return origin === 'uncaughtException' && error instanceof Error && DATABASE_CODE.test(error.stack ?? '');
}

interface LastDefence {
  readonly log: Logger;
  /** Ends the process, which is then started again. Nothing that was acknowledged is lost, as after a power cut. */
  readonly restart: () => void;
  readonly now?: () => number;
}

/** What is done about an error that nobody handled: logged, counted, answered with 500 where it belongs to a call. */
export function lastDefence({ log, restart, now = Date.now }: LastDefence): (error: unknown, origin: Origin) => void {
  let recent: number[] = [];
  return (thrown, origin) => {
    const at = now();
    known = { count: known.count + 1, lastAt: new Date(at) };
    recent = [...recent.filter((each) => at - each < STORM_MS), at];
    const error = thrown instanceof Error ? thrown : new Error(`Thrown: ${String(thrown)}`);
    const call = currentCall();
    log.error({ err: error, origin, ...(call ? { reqId: call.requestId } : {}) }, 'an error that nobody handled');
    const isStorm = recent.length > STORM_COUNT;
    if (isStorm || isStateInDoubt(thrown, origin)) {
      const why = isStorm ? 'errors that nobody handled come without end' : 'the state of the database in this process is in doubt';
      log.fatal({ err: error }, `${why}: the product is started again`);
      restart();
      return;
    }
    try {
      call?.fail?.(error);
    } catch (failure) {
      log.error({ err: failure }, 'a call that failed could not be answered');
    }
  };
}

/** Watches this process. @returns what ends that. */
export function watchUncaughtErrors(defence: LastDefence): () => void {
  // Rejections that nobody handles come here as well, by their origin.
  const listener = lastDefence(defence);
  process.on('uncaughtException', listener);
  return () => void process.off('uncaughtException', listener);
}
