import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { readJsonLines } from '#contract/json-lines.ts';
import { RunnerEvent, RunnerHealth, Sha256, type RunnerRunRequest } from '#contract/runner-protocol.ts';

/** Where a runner is reached, and what it knows us by. */
export interface RunnerAddress {
  readonly url: string;
  readonly token: string;
}

/** The bytes of a file that a runner lacks. */
export type ReadBlob = (sha256: string) => Promise<Readable>;

/** The runner answers, but will not do what was asked; the message is for people. */
export class RunnerRefusal extends Error {}

/** A file that the runner lacks. */
class MissingFiles extends Error {
  readonly hashes: readonly string[];

  constructor(hashes: readonly string[]) {
    super('The runner lacks files.');
    this.hashes = hashes;
  }
}

const HEALTH_MS = 3_000;
/** Without a byte of a file that is sent. The runner flushes and checks it before it answers. */
const SEND_STALL_MS = 120_000;
const STOP_MS = 5_000;
/** A runner whose machine is gone, without a word, is found out after about ten seconds more than this. */
const KEEP_ALIVE_MS = 3_000;
/** How long a runner that takes no connections is tried again: the local one is started anew when it dies. */
const UP_MS = 15_000;
const UP_PAUSE_MS = 250;
/** A file may be dropped again between sending it and running, when the runner is short of room. */
const ATTEMPTS = 3;

const Refusal = z.object({ error: z.string(), missing: z.array(Sha256).optional() });

export async function askHealth(runner: RunnerAddress): Promise<RunnerHealth> {
  const response = await call(runner, 'GET', '/health', null, AbortSignal.timeout(HEALTH_MS));
  await refuseFailure(response);
  return RunnerHealth.parse(await json(response));
}

/** Asks a runner to stop a run. Answers false when it knows no such run: it has ended by itself, or is only coming there. */
export async function askStop(runner: RunnerAddress, id: string): Promise<boolean> {
  const response = await call(runner, 'DELETE', `/runs/${encodeURIComponent(id)}`, null, AbortSignal.timeout(STOP_MS));
  response.resume();
  return response.statusCode !== 404;
}

/**
 * Starts a run, sending files that the runner lacks, and tells its events until the stream ends. Nothing is lost with a
 * runner that is not there yet, or not there again: it is waited for.
 *
 * @param find answers where the runner is now.
 * @param signal breaks the connection off, which stops the run.
 * @throws RunnerRefusal when it will not run; any other error when the connection fails.
 */
export async function* streamRun(
  find: () => Promise<RunnerAddress>,
  request: RunnerRunRequest,
  readBlob: ReadBlob,
  signal: AbortSignal,
): AsyncGenerator<RunnerEvent> {
  yield* eventsOf(await whenUp(async () => postWithFiles(await find(), '/runs', request, readBlob, signal), signal));
}

/**
 * Tells the events of a run that is kept, from the first on. A runner that is not there is waited for.
 * @returns null when the runner knows no such run.
 */
export async function joinRun(
  find: () => Promise<RunnerAddress>,
  id: string,
  signal: AbortSignal,
): Promise<AsyncGenerator<RunnerEvent> | null> {
  const response = await whenUp(async () => call(await find(), 'GET', `/runs/${encodeURIComponent(id)}`, null, signal), signal);
  if (response.statusCode === 404) {
    response.resume();
    return null;
  }
  await refuseFailure(response);
  return eventsOf(response);
}

async function* eventsOf(response: IncomingMessage): AsyncGenerator<RunnerEvent> {
  for await (const value of readJsonLines(response as AsyncIterable<Buffer>)) yield RunnerEvent.parse(value);
  if (!response.complete) throw new Error('The connection to the runner broke.');
}

async function whenUp<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
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

/** Nothing listens there, or it died before it answered; then a run that it had begun died with it. */
function isUnconnected(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNREFUSED' || error.code === 'ECONNRESET');
}

/**
 * Posts what needs files, sending those that the runner lacks.
 * @throws RunnerRefusal when it will not do it; any other error when the connection fails.
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
      await refuseFailure(response);
      return response;
    } catch (error) {
      if (!(error instanceof MissingFiles) || attempt === ATTEMPTS) throw error;
      for (const sha256 of error.hashes) await sendFile(runner, sha256, await readBlob(sha256), signal);
    }
  }
}

/** A file may be larger than the memory: it passes by. It is given up when nothing of it moves any more. */
async function sendFile(runner: RunnerAddress, sha256: string, bytes: Readable, signal: AbortSignal): Promise<void> {
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(new Error('The runner took nothing of a file for too long.')), SEND_STALL_MS);
  bytes.on('data', () => timer.refresh());
  try {
    const response = await send(runner, 'PUT', `/blobs/${sha256}`, bytes, AbortSignal.any([signal, stalled.signal])).answer;
    await refuseFailure(response);
    response.resume();
  } finally {
    clearTimeout(timer);
    bytes.destroy();
  }
}

/** @throws RunnerRefusal of an answer that is no success. */
export async function refuseFailure(response: IncomingMessage): Promise<void> {
  if (response.statusCode === 200 || response.statusCode === 201 || response.statusCode === 204) return;
  const refusal = Refusal.safeParse(await json(response).catch(() => null)).data;
  if (response.statusCode === 409 && refusal?.missing) throw new MissingFiles(refusal.missing);
  throw new RunnerRefusal(refusal?.error ?? `The runner answered with status ${response.statusCode}.`);
}

/** Connections are used again: to open one for each run takes as long as a run. The runner keeps them open for longer. */
const IDLE_MS = 30_000;
const agents = {
  'http:': new HttpAgent({ keepAlive: true, timeout: IDLE_MS }),
  'https:': new HttpsAgent({ keepAlive: true, timeout: IDLE_MS }),
};

/**
 * One call. Not by `fetch`, which takes a run that is silent for five minutes for dead.
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
      // The other side closed an idle connection just when it was used again: nothing was read of the call.
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
): { request: ClientRequest; answer: Promise<IncomingMessage> } {
  const url = new URL(path, runner.url);
  const headers = {
    authorization: `Bearer ${runner.token}`,
    ...(body instanceof Uint8Array ? { 'content-length': String(body.length), 'content-type': 'application/json' } : {}),
  };
  // What is sent as a stream cannot be sent again, so it takes no connection that the other side may just be closing.
  const isOnce = body instanceof Readable;
  const request =
    url.protocol === 'https:'
      ? httpsRequest(url, { method, headers, signal, agent: isOnce ? false : agents['https:'] })
      : httpRequest(url, { method, headers, signal, agent: isOnce ? false : agents['http:'] });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('socket', (socket) => socket.setKeepAlive(true, KEEP_ALIVE_MS));
    request.on('response', (response) => {
      // A connection that breaks ends the reading of its answer, and nothing else.
      response.on('error', () => undefined);
      resolve(response);
    });
    request.on('error', reject);
    if (isOnce) pipeline(body, request).catch(reject);
    else request.end(body);
  });
  return { request, answer };
}
