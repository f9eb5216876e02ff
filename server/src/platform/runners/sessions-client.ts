import { json } from 'node:stream/consumers';
import { SessionState, type SessionRequest } from '#contract/runner-protocol.ts';
import { call, postWithFiles, refuseFailure, type RunnerAddress, type ReadBlob } from './runner-client.ts';

/** A JupyterLab takes its time to start, and an environment may be built before. */
const OPEN_MS = 20 * 60_000;
const ASK_MS = 5_000;

/** The sessions of one runner (contract/src/runner-protocol.ts). */
export class SessionsClient {
  readonly #find: () => Promise<RunnerAddress>;

  /** @param find answers where the runner is now. */
  constructor(find: () => Promise<RunnerAddress>) {
    this.#find = find;
  }

  /** Opens a session, or finds it; answers once its program is up. @throws RunnerRefusal */
  async open(request: SessionRequest, readBlob: ReadBlob): Promise<SessionState> {
    const response = await postWithFiles(await this.#find(), '/sessions', request, readBlob, AbortSignal.timeout(OPEN_MS));
    return SessionState.parse(await json(response));
  }

  /** Null: the runner knows no such session. @throws when the runner does not answer. */
  async find(id: string): Promise<SessionState | null> {
    const response = await call(await this.#find(), 'GET', pathOf(id), null, AbortSignal.timeout(ASK_MS));
    if (response.statusCode === 404) {
      response.resume();
      return null;
    }
    await refuseFailure(response);
    return SessionState.parse(await json(response));
  }

  /** Ends a session; that it has ended by itself is as good. @throws when the runner does not answer. */
  async end(id: string): Promise<void> {
    const response = await call(await this.#find(), 'DELETE', pathOf(id), null, AbortSignal.timeout(ASK_MS));
    response.resume();
  }
}

function pathOf(id: string): string {
  return `/sessions/${encodeURIComponent(id)}`;
}
