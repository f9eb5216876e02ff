import { json } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import { RunOutcome } from '#platform/contract/run-outcome.ts';
import type { TerminalCheckRequest, TerminalRequest } from '#platform/contract/runner-protocol.ts';
import { call, postWithFiles, throwIfFailed, type FindRunner, type ReadBlob } from './runner-client.ts';

const OPEN_MS = 60_000;
const END_MS = 10_000;
/** Added to the time limit of a check, because others may be ahead of it in the queue. */
const CHECK_GRACE_MS = 60_000;
/** Largest message to a page: the terminal's whole scrollback and a little more. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/** The terminals of one runner (platform/contract/runner-protocol.ts). Every call throws RunnerRefusal if it is rejected. */
export class TerminalsClient {
  readonly #find: FindRunner;

  /** @param find Returns the runner's current address. */
  constructor(find: FindRunner) {
    this.#find = find;
  }

  /** Opens a terminal and sends the files that the runner is missing. */
  async open(request: TerminalRequest, readBlob: ReadBlob): Promise<void> {
    const response = await postWithFiles(
      await this.#find(request.environment),
      '/terminals',
      request,
      readBlob,
      AbortSignal.timeout(OPEN_MS),
    );
    response.resume();
  }

  /** Returns a connection to a terminal that is not open yet; the runner replies 404 if there is no such terminal. */
  async connect(id: string, after: number): Promise<WebSocket> {
    const { url, token } = await this.#find();
    return new WebSocket(`${url.replace(/^http/, 'ws')}${pathOf(id)}/socket?after=${after}`, {
      headers: { authorization: `Bearer ${token}` },
      perMessageDeflate: false,
      maxPayload: MAX_MESSAGE_BYTES,
      handshakeTimeout: END_MS,
    });
  }

  /** Runs the checks on a terminal's current state. */
  async check(id: string, request: TerminalCheckRequest): Promise<RunOutcome> {
    const signal = AbortSignal.timeout(request.limits.wall_seconds * 1000 + CHECK_GRACE_MS);
    const response = await call(await this.#find(), 'POST', `${pathOf(id)}/checks`, Buffer.from(JSON.stringify(request)), signal);
    await throwIfFailed(response);
    return RunOutcome.parse(await json(response));
  }

  /** Ends a terminal, also one that has already ended. */
  async end(id: string): Promise<void> {
    const response = await call(await this.#find(), 'DELETE', pathOf(id), null, AbortSignal.timeout(END_MS));
    response.resume();
  }
}

function pathOf(id: string): string {
  return `/terminals/${encodeURIComponent(id)}`;
}
