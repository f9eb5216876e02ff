import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { readJsonLines } from '#platform/contract/json-lines.ts';
import { RunnerEvent, RunnerHealth, Sha256, type EnvironmentRef, type RunnerRunRequest } from '#platform/contract/runner-protocol.ts';
import { callTarget } from '#platform/server/call-target.ts';

/** Address of a runner and the token it expects. */
export interface RunnerAddress {
  readonly url: string;
  readonly token: string;
}

/** Returns the current address of a runner, which then has this environment if another one has built it. */
export type FindRunner = (environment?: EnvironmentRef | null) => Promise<RunnerAddress>;

/** Reads a file that a runner is missing. */
export type ReadBlob = (sha256: string) => Promise<Readable>;

/** The runner rejects the request; the message is for users. */
export class RunnerRefusal extends Error {}

/** The runner is missing a file. */
class MissingFiles extends Error {
  readonly hashes: readonly string[];

  constructor(hashes: readonly string[]) {
    super('The runner is missing files.');
    this.hashes = hashes;
  }
}

const HEALTH_MS = 3_000;
/** Time limit without progress while sending a file. The runner flushes and checks it before it replies. */
const SEND_STALL_MS = 120_000;
const STOP_MS = 5_000;
/** A runner whose machine disappears is detected about ten seconds after this. */
const KEEP_ALIVE_MS = 3_000;
/** How long to retry a runner that accepts no connections: the local one is restarted when it dies. */
const UP_MS = 15_000;
const UP_PAUSE_MS = 250;
/** A runner short of space may drop a file again between receiving it and running. */
const ATTEMPTS = 3;

const Refusal = z.object({ error: z.string(), missing: z.array(Sha256).optional() });

export async function fetchRunnerHealth(runner: RunnerAddress, limitMs = HEALTH_MS): Promise<RunnerHealth> {
  const response = await call(runner, 'GET', '/health', null, AbortSignal.timeout(limitMs));
  await throwIfFailed(response);
  return RunnerHealth.parse(await json(response));
}

/** Asks a runner to stop a run. Returns false if it doesn't know the run: it has ended, or hasn't arrived yet. */
export async function requestStop(runner: RunnerAddress, id: string): Promise<boolean> {
  const response = await call(runner, 'DELETE', `/runs/${encodeURIComponent(id)}`, null, AbortSignal.timeout(STOP_MS));
  response.resume();
  return response.statusCode !== 404;
}

/**
 * Starts a run, sends files that the runner is missing, and yields its events until the stream ends. Waits for a runner
 * that is not up.
 *
 * @param find Returns the runner's current address.
 * @param signal Closes the connection, which stops the run.
 * @throws RunnerRefusal if the runner rejects it; any other error if the connection fails.
 */
export async function* streamRun(
  find: () => Promise<RunnerAddress>,
  request: RunnerRunRequest,
  readBlob: ReadBlob,
  signal: AbortSignal,
): AsyncGenerator<RunnerEvent> {
  yield* eventsOf(await retryUntilUp(async () => postWithFiles(await find(), '/runs', request, readBlob, signal), signal));
}

/**
 * Yields the events of a kept run from the beginning. Waits for a runner that is not up.
 * @returns null if the runner doesn't know the run.
 */
export async function joinRun(
  find: () => Promise<RunnerAddress>,
  id: string,
  signal: AbortSignal,
): Promise<AsyncGenerator<RunnerEvent> | null> {
  const response = await retryUntilUp(async () => call(await find(), 'GET', `/runs/${encodeURIComponent(id)}`, null, signal), signal);
  if (response.statusCode === 404) {
    response.resume();
    return null;
  }
  await throwIfFailed(response);
  return eventsOf(response);
}

async function* eventsOf(response: IncomingMessage): AsyncGenerator<RunnerEvent> {
  for await (const value of readJsonLines(response as AsyncIterable<Buffer>)) yield RunnerEvent.parse(value);
  if (!response.complete) throw new Error('The connection to the runner was lost.');
}

async function retryUntilUp<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const lastAttempt = performance.now() + UP_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isUnconnected(error) || performance.now() > lastAttempt) throw error;
      await sleep(UP_PAUSE_MS, undefined, { signal });
    }
  }
}

/** The connection was refused, or the runner died before it replied; a run that it had started died with it. */
function isUnconnected(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNREFUSED' || error.code === 'ECONNRESET');
}

/**
 * Posts a request that needs files and sends those that the runner is missing.
 * @throws RunnerRefusal if the runner rejects it; any other error if the connection fails.
 */
export async function postWithFiles(
  runner: RunnerAddress,
  path: string,
  request: object,
  readBlob: ReadBlob,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const body = Buffer.from(JSON.stringify(request));
  for (let attempt = 1; ; attempt += 1) {
    const response = await call(runner, 'POST', path, body, signal);
    try {
      await throwIfFailed(response);
      return response;
    } catch (error) {
      if (!(error instanceof MissingFiles) || attempt === ATTEMPTS) throw error;
      for (const sha256 of error.hashes) await sendFile(runner, `/blobs/${sha256}`, await readBlob(sha256), signal);
    }
  }
}

/** Streams the file, which may be larger than the memory. Fails when no more bytes move. */
export async function sendFile(
  runner: RunnerAddress,
  path: string,
  bytes: Readable,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(new Error('Sending a file to the runner stalled.')), SEND_STALL_MS);
  bytes.on('data', () => timer.refresh());
  try {
    const response = await send(runner, 'PUT', path, bytes, AbortSignal.any([signal, stalled.signal]), headers).answer;
    await throwIfFailed(response);
    response.resume();
  } finally {
    clearTimeout(timer);
    bytes.destroy();
  }
}

/** @throws RunnerRefusal for a failed response. */
export async function throwIfFailed(response: IncomingMessage): Promise<void> {
  if (response.statusCode === 200 || response.statusCode === 201 || response.statusCode === 204) return;
  const refusal = Refusal.safeParse(await json(response).catch(() => null)).data;
  if (response.statusCode === 409 && refusal?.missing) throw new MissingFiles(refusal.missing);
  throw new RunnerRefusal(refusal?.error ?? `The runner responded with status ${response.statusCode}.`);
}

/** Connections are reused: opening one takes as long as a short run. The runner keeps them open for longer. */
const IDLE_MS = 30_000;
const agents = {
  'http:': new HttpAgent({ keepAlive: true, timeout: IDLE_MS }),
  'https:': new HttpsAgent({ keepAlive: true, timeout: IDLE_MS }),
};

/**
 * One call. Not by `fetch`, which gives up on a run that is silent for five minutes.
 * @throws the network's own error, or the signal's reason.
 */
export async function call(
  runner: RunnerAddress,
  method: string,
  path: string,
  body: Uint8Array | null,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  for (;;) {
    const { request, answer } = send(runner, method, path, body, signal);
    try {
      return await answer;
    } catch (error) {
      // The other side closed an idle connection just as it was reused, before reading the call.
      if (!(request.reusedSocket && error instanceof Error && 'code' in error && error.code === 'ECONNRESET')) throw error;
    }
  }
}

function send(
  runner: RunnerAddress,
  method: string,
  path: string,
  body: Uint8Array | Readable | null,
  signal: AbortSignal,
  more: Readonly<Record<string, string>> = {},
): { request: ClientRequest; answer: Promise<IncomingMessage> } {
  const target = callTarget(runner.url, path);
  const headers = {
    authorization: `Bearer ${runner.token}`,
    ...(body instanceof Uint8Array ? { 'content-length': String(body.length), 'content-type': 'application/json' } : {}),
    ...more,
  };
  // A stream can't be sent twice, so it doesn't use a connection that the other side may just be closing.
  const isOnce = body instanceof Readable;
  const request =
    target.protocol === 'https:'
      ? httpsRequest({ ...target, method, headers, signal, agent: isOnce ? false : agents['https:'] })
      : httpRequest({ ...target, method, headers, signal, agent: isOnce ? false : agents['http:'] });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('socket', (socket) => socket.setKeepAlive(true, KEEP_ALIVE_MS));
    request.on('response', (response) => {
      // A broken connection ends the reading of its response, and nothing else.
      response.on('error', () => undefined);
      resolve(response);
    });
    request.on('error', reject);
    if (isOnce) pipeline(body, request).catch(reject);
    else request.end(body);
  });
  return { request, answer };
}
