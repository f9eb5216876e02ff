/** Forwards messages between a terminal's page and its runner. */

import { WebSocket } from 'ws';
import { TerminalToPage } from '#platform/contract/terminal-frames.ts';
import { MESSAGES } from './messages.ts';

/** Most buffered bytes per direction before the sender is paused. */
const WAITING_BYTES = 512 * 1024;
const CLOSE = { done: 1000, failed: 1011 } as const;
const NOT_FOUND = 404;

/**
 * Connects a page with a runner: messages are forwarded in both directions, and a sender waits if the receiver doesn't
 * read.
 *
 * @param onExit The terminal has ended or no longer exists.
 */
export function pipeSockets(page: WebSocket, runner: WebSocket, onExit: () => void): void {
  // Input is read once the receiver is connected.
  page.pause();
  let isGone = false;
  runner.on('open', () => page.resume());
  runner.on('unexpected-response', (_request, response) => {
    isGone = response.statusCode === NOT_FOUND;
    runner.terminate();
  });
  runner.on('error', () => runner.terminate());
  runner.on('message', (data: Buffer, isBinary) => {
    if (!isBinary && isExit(data)) onExit();
    pass(data, isBinary, runner, page);
  });
  page.on('message', (data: Buffer, isBinary) => pass(data, isBinary, page, runner));
  page.on('close', () => hangUp(runner));
  runner.on('close', (code) => {
    page.resume();
    if (code === CLOSE.done) {
      page.close(CLOSE.done);
      return;
    }
    if (isGone) {
      onExit();
      sendToTerminalPage(page, { type: 'exit', code: null, reason: 'stopped' });
    } else {
      sendToTerminalPage(page, { type: 'error', error: MESSAGES.runnerGone });
    }
    page.close(isGone ? CLOSE.done : CLOSE.failed);
  });
}

/** Sends a page a last message before its connection is closed. */
export function sendToTerminalPage(page: WebSocket, message: TerminalToPage): void {
  if (page.readyState === WebSocket.OPEN) page.send(JSON.stringify(message));
}

function pass(data: Buffer, isBinary: boolean, from: WebSocket, to: WebSocket): void {
  if (to.readyState !== WebSocket.OPEN) return;
  to.send(data, { binary: isBinary }, () => {
    if (from.isPaused && to.bufferedAmount < WAITING_BYTES / 2) from.resume();
  });
  if (to.bufferedAmount > WAITING_BYTES) from.pause();
}

function hangUp(runner: WebSocket): void {
  if (runner.readyState === WebSocket.CONNECTING) runner.terminate();
  else runner.close();
}

function isExit(data: Buffer): boolean {
  try {
    return TerminalToPage.parse(JSON.parse(data.toString('utf8'))).type === 'exit';
  } catch {
    return false;
  }
}
