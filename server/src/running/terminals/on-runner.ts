import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Language } from '#contract/languages.ts';
import { DEFAULT_RUN_LIMITS, type TerminalRequest } from '#contract/runner-protocol.ts';
import { unavailable } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { RunnerRefusal } from '#server/platform/runners/runner-client.ts';
import { MESSAGES } from './messages.ts';
import type { OpenTerminal } from './open-terminals.ts';
import { join, tell } from './proxy.ts';

/** How long a terminal lives without a page, without input, and in total, in seconds. */
export const TERMINAL_TIMES = { grace_seconds: 60, idle_seconds: 30 * 60, total_seconds: 4 * 60 * 60 };
/** Per program; the shell itself needs almost none. */
const CPU_SECONDS = 10 * 60;
const CLOSE_REFUSED = 1008;

type OnRunner = Pick<OpenTerminal, 'id' | 'runnerName'>;

/** The options of a new terminal. */
export type NewTerminal = Pick<TerminalRequest, 'owner' | 'environment' | 'files' | 'columns' | 'rows'> & {
  readonly language: Language;
  readonly setup: readonly { readonly name: string; readonly code: string }[];
};

/**
 * Opens a terminal on the least busy runner. @throws AppError `unavailable` with the reason if no runner can open one.
 */
export async function openOnRunner(
  { runners, blobs }: Pick<Platform, 'runners' | 'blobs'>,
  { language, ...wish }: NewTerminal,
): Promise<OnRunner> {
  const runnerName = await runners.pick(language, null);
  const id = randomUUID();
  const request: TerminalRequest = {
    ...wish,
    id,
    setup: [...wish.setup],
    limits: { ...DEFAULT_RUN_LIMITS, cpu_seconds: CPU_SECONDS },
    requirements: [],
    ...TERMINAL_TIMES,
  };
  await onRunner(() => runners.terminals(runnerName).open(request, (sha256) => blobs.stream(sha256)));
  return { id, runnerName };
}

/**
 * Connects a page to a terminal. @param after Bytes that the page has received already. @param onExit The terminal has
 * ended.
 */
export function joinOnRunner(
  { runners }: Pick<Platform, 'runners'>,
  { id, runnerName }: OnRunner,
  after: number,
  socket: WebSocket,
  onExit: () => void,
): void {
  // Paused until the runner is connected.
  socket.pause();
  runners
    .terminals(runnerName)
    .connect(id, after)
    .then(
      (runner) => join(socket, runner, onExit),
      () => {
        tell(socket, { type: 'error', error: MESSAGES.runnerGone });
        socket.close();
      },
    );
}

/** Rejects a page that has no such terminal. */
export function refuseSocket(socket: WebSocket): void {
  tell(socket, { type: 'error', error: MESSAGES.noTerminal });
  socket.close(CLOSE_REFUSED);
}

/** Ends a terminal. */
export async function endOnRunner({ runners, log }: Pick<Platform, 'runners' | 'log'>, { id, runnerName }: OnRunner): Promise<void> {
  try {
    await runners.terminals(runnerName).end(id);
  } catch (error) {
    // It ends by its time limit; the new one need not wait for that.
    log.warn({ err: error, terminal: id }, 'could not end a terminal');
  }
}

/** Uses the runner's own error message if it has one. */
export async function onRunner<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw unavailable(error instanceof RunnerRefusal ? error.message : MESSAGES.runnerGone);
  }
}
