import { json } from 'node:stream/consumers';
import { SessionState, type SessionRequest } from '#platform/contract/runner-protocol.ts';
import { call, postWithFiles, throwIfFailed, type FindRunner, type ReadBlob } from './runner-client.ts';

/** JupyterLab starts slowly, and an environment may be built first. */
const OPEN_MS = 20 * 60_000;
const ASK_MS = 5_000;

/** The sessions of one runner (platform/contract/runner-protocol.ts). */
export class SessionsClient {
  readonly #find: FindRunner;

  /** @param find Returns the runner's current address. */
  constructor(find: FindRunner) {
    this.#find = find;
  }

  /** Opens a session or finds it; resolves once its program is up. @throws RunnerRefusal */
  async open(request: SessionRequest, readBlob: ReadBlob): Promise<SessionState> {
    const response = await postWithFiles(
      await this.#find(request.environment),
      '/sessions',
      request,
      readBlob,
      AbortSignal.timeout(OPEN_MS),
    );
    return SessionState.parse(await json(response));
  }

  /** Null: the runner doesn't know the session. @throws if the runner doesn't respond. */
  async find(id: string): Promise<SessionState | null> {
    const response = await call(await this.#find(), 'GET', pathOf(id), null, AbortSignal.timeout(ASK_MS));
    if (response.statusCode === 404) {
      response.resume();
      return null;
    }
    await throwIfFailed(response);
    return SessionState.parse(await json(response));
  }

  /** Ends a session, also one that has already ended. @throws if the runner doesn't respond. */
  async end(id: string): Promise<void> {
    const response = await call(await this.#find(), 'DELETE', pathOf(id), null, AbortSignal.timeout(ASK_MS));
    response.resume();
  }
}

function pathOf(id: string): string {
  return `/sessions/${encodeURIComponent(id)}`;
}
