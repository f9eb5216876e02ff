import { json } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import type { TerminalCheckRequest, TerminalRequest } from '#contract/runner-protocol.ts';
import { RunOutcome } from '#contract/runs.ts';
import { call, postWithFiles, refuseFailure, type RunnerAddress, type ReadBlob } from './runner-client.ts';

const OPEN_MS = 60_000;
const END_MS = 10_000;
/** Beyond the time limit of a check: others may be in front of it. */
const CHECK_GRACE_MS = 60_000;
/** What a page may be sent at once: all that a terminal remembers, and a little more. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/** The terminals of one runner (contract/src/runner-protocol.ts). Every call throws RunnerRefusal when it is refused. */
export class TerminalsClient {
  readonly #find: () => Promise<RunnerAddress>;

  /** @param find answers where the runner is now. */
  constructor(find: () => Promise<RunnerAddress>) {
    this.#find = find;
  }

  /** Opens a terminal; sends the files that the runner lacks. */
  async open(request: TerminalRequest, readBlob: ReadBlob): Promise<void> {
    const response = await postWithFiles(await this.#find(), '/terminals', request, readBlob, AbortSignal.timeout(OPEN_MS));
    response.resume();
  }

  /** A connection to a terminal, not yet open; the runner refuses with 404 when there is no such terminal. */
  async connect(id: string, after: number): Promise<WebSocket> {
    const { url, token } = await this.#find();
    return new WebSocket(`${url.replace(/^http/, 'ws')}${pathOf(id)}/socket?after=${after}`, {
      headers: { authorization: `Bearer ${token}` },
      perMessageDeflate: false,
      maxPayload: MAX_MESSAGE_BYTES,
      handshakeTimeout: END_MS,
    });
  }

  /** What the checks say of a terminal now. */
  async check(id: string, request: TerminalCheckRequest): Promise<RunOutcome> {
    const signal = AbortSignal.timeout(request.limits.wall_seconds * 1000 + CHECK_GRACE_MS);
    const response = await call(await this.#find(), 'POST', `${pathOf(id)}/checks`, Buffer.from(JSON.stringify(request)), signal);
    await refuseFailure(response);
    return RunOutcome.parse(await json(response));
  }

  /** Ends a terminal; that it has ended by itself is as good. */
  async end(id: string): Promise<void> {
    const response = await call(await this.#find(), 'DELETE', pathOf(id), null, AbortSignal.timeout(END_MS));
    response.resume();
  }
}

function pathOf(id: string): string {
  return `/terminals/${encodeURIComponent(id)}`;
}
