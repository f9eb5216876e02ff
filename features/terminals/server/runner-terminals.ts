/** Opens, connects and ends terminals on runners. */

import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { setupOf } from '#features/lesson-files/server/index.ts';
import { RunnerRefusal } from '#features/runners/server/index.ts';
import type { EarlierCode } from '#features/runs/earlier-code.policy.ts';
import { earlierCells, type RunServices } from '#features/runs/server/index.ts';
import type { Language } from '#platform/contract/languages.ts';
import { DEFAULT_RUN_LIMITS, type TerminalRequest } from '#platform/contract/runner-protocol.ts';
import { unavailable } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { MESSAGES } from './messages.ts';
import type { OpenTerminal } from './open-terminals.ts';
import { pipeSockets, sendToTerminalPage } from './proxy.ts';

/** How long a terminal lives without a page, without input, and in total, in seconds. */
export const TERMINAL_TIMES = { grace_seconds: 60, idle_seconds: 30 * 60, total_seconds: 4 * 60 * 60 };
/** Per program; the shell itself needs almost none. */
const CPU_SECONDS = 10 * 60;
const CLOSE_REFUSED = 1008;

type RunnerTerminal = Pick<OpenTerminal, 'id' | 'runnerName'>;

/** The options of a new terminal. */
export type NewTerminal = Pick<TerminalRequest, 'owner' | 'environment' | 'files' | 'columns' | 'rows'> & {
  readonly language: Language;
  readonly setup: Pick<Awaited<ReturnType<typeof setupOf>>, 'ofLesson' | 'ofScreen'>;
  readonly earlier: readonly EarlierCode[];
};

/**
 * Opens a terminal on the least busy runner. @throws AppError `unavailable` with the reason if no runner can open one.
 */
export async function openRunnerTerminal(
  { runners, blobs }: RunServices,
  { language, setup, earlier, ...options }: NewTerminal,
): Promise<RunnerTerminal> {
  const runnerName = await runners.pick(language, null);
  const id = randomUUID();
  const request: TerminalRequest = {
    ...options,
    id,
    // Runners of earlier versions know neither earlier code nor setup after it.
    setup: earlier.length === 0 ? [...setup.ofLesson, ...setup.ofScreen] : setup.ofLesson,
    earlier: earlierCells(earlier),
    late_setup: earlier.length === 0 ? [] : setup.ofScreen,
    limits: { ...DEFAULT_RUN_LIMITS, cpu_seconds: CPU_SECONDS },
    requirements: [],
    ...TERMINAL_TIMES,
  };
  await withRunnerErrors(() => runners.terminals(runnerName).open(request, (sha256) => blobs.stream(sha256)));
  return { id, runnerName };
}

/**
 * Connects a page to a terminal. @param after Bytes that the page has received already. @param onExit The terminal has
 * ended.
 */
export function connectRunnerTerminal(
  { runners }: Pick<Platform, 'runners'>,
  { id, runnerName }: RunnerTerminal,
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
      (runner) => pipeSockets(socket, runner, onExit),
      () => {
        sendToTerminalPage(socket, { type: 'error', error: MESSAGES.runnerGone });
        socket.close();
      },
    );
}

/** Rejects a page that has no such terminal. */
export function refuseSocket(socket: WebSocket): void {
  sendToTerminalPage(socket, { type: 'error', error: MESSAGES.noTerminal });
  socket.close(CLOSE_REFUSED);
}

/** Ends a terminal. */
export async function endRunnerTerminal(
  { runners, log }: Pick<Platform, 'runners' | 'log'>,
  { id, runnerName }: RunnerTerminal,
): Promise<void> {
  try {
    await runners.terminals(runnerName).end(id);
  } catch (error) {
    // It ends by its time limit; the new one need not wait for that.
    log.warn({ err: error, terminal: id }, 'could not end a terminal');
  }
}

/** Uses the runner's own error message if it has one. */
export async function withRunnerErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw unavailable(error instanceof RunnerRefusal ? error.message : MESSAGES.runnerGone);
  }
}
