/** The HTTP interface of the runner: health, files and runs; sessions, terminals and packages are parts of their own. */

import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, maxHeaderSize, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable, type Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { z } from 'zod';
import { RunnerRunRequest, Sha256, type RunnerEvent, type RunnerHealth } from '#platform/contract/runner-protocol.ts';
import { readTraceparent } from '#platform/contract/trace-context.ts';
import type { ApiCall, ApiPart } from './api-part.ts';
import { WrongContentError, type BlobCache } from './blob-cache.ts';
import { CannotRunError } from './cannot-run.ts';
import type { Work } from './language-runtime.ts';
import { requireFileNames } from './lesson-files.ts';
import { Refusal } from './refusal.ts';
import type { RunQueue } from './run-queue.ts';
import { traceWork } from './trace-work.ts';

/** What the HTTP API needs. */
export interface Api {
  readonly token: string;
  readonly queue: RunQueue;
  readonly blobs: BlobCache;
  readonly health: () => RunnerHealth;
  /** Why nothing can run here; null if runs are possible. */
  readonly unfit: string | null;
  /** @throws CannotRunError */
  readonly plan: (request: RunnerRunRequest) => Work;
  /** Handlers of everything but health, files and runs. */
  readonly parts: readonly ApiPart[];
}

const MAX_REQUEST_BYTES = 16 * 1024 * 1024;
/** Hint for a file that exceeds the whole cache. */
const TOO_LARGE = 'The limit is LESSONWRIGHT_RUNNER_BLOB_MB in the settings of this runner.';
const KEEP_IDLE_MS = 65_000;
/** Twice the server's own limit: the server adds headers to those of an application's visitor. */
const MAX_HEADER_BYTES = 2 * maxHeaderSize;

/** Implements platform/contract/runner-protocol.ts. */
export function createApi(api: Api): Server {
  const expected = digest(`Bearer ${api.token}`);
  const isKnown = ({ headers }: IncomingMessage) =>
    // Hash both tokens to the same length first, so that the comparison takes constant time.
    timingSafeEqual(digest(headers.authorization ?? ''), expected);
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    if (!isKnown(request)) {
      reply(request, response, 401, { error: 'Wrong token for this runner.' });
      return;
    }
    handle(api, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else if (error instanceof Refusal) reply(request, response, error.status, error.body);
      else {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        reply(request, response, 500, { error: 'The runner failed.' });
      }
    });
  });
  // Longer than servers keep an idle connection (features/runners/server/runner-client.ts).
  server.keepAliveTimeout = KEEP_IDLE_MS;
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined);
    if (isKnown(request)) handleUpgrade(api, request, socket, head).catch((error: unknown) => refuseUpgrade(socket, error));
    else refuseUpgrade(socket, new Refusal(404, { error: 'Unknown path or method.' }));
  });
  return server;
}

async function handleUpgrade(api: Api, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
  const call = parse(request);
  const part = api.parts.find(({ name }) => name === call.path[0]);
  if (!part?.upgrade) throw new Refusal(404, { error: 'Unknown path or method.' });
  await part.upgrade({ ...call, socket, head });
}

function refuseUpgrade(socket: Duplex, error: unknown): void {
  const { status, body } = error instanceof Refusal ? error : { status: 500, body: { error: 'The runner failed.' } };
  const json = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\nconnection: close\r\n\r\n${json}`,
  );
}

/** All valid paths of this API; nothing needs decoding, and there are no dot segments to resolve. */
const TARGET = /^((?:\/[\w-]+)+)(?:\?([\w=&-]*))?$/;

/** @throws Refusal for any other path */
function parse(request: IncomingMessage): ApiCall {
  const [, path, query] = TARGET.exec(request.url ?? '') ?? [];
  if (path === undefined) throw new Refusal(400, { error: 'Unknown path.' });
  return { path: path.split('/').slice(1), query: new URLSearchParams(query), request };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

async function handle(api: Api, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parsed = parse(request);
  const [collection = '', name = '', more] = parsed.path;
  const part = api.parts.find((each) => each.name === collection);
  if (part) return part.handle({ ...parsed, response });
  const call = more === undefined ? `${request.method} /${collection}${name === '' ? '' : '/…'}` : '';
  switch (call) {
    case 'GET /health':
      reply(request, response, 200, api.health());
      return;
    case 'PUT /blobs/…':
      await putBlob(api, name, request);
      reply(request, response, 204, null);
      return;
    case 'POST /runs':
      await postRun(api, request, response);
      return;
    case 'GET /runs/…':
      await joinRun(api, name, response);
      return;
    case 'DELETE /runs/…':
      if (!api.queue.stop(name)) throw new Refusal(404, { error: 'Run not found.' });
      reply(request, response, 204, null);
      return;
    default:
      throw new Refusal(404, { error: 'Unknown path or method.' });
  }
}

async function putBlob(api: Api, name: string, request: IncomingMessage): Promise<void> {
  const sha256 = Sha256.safeParse(name).data;
  if (sha256 === undefined) throw new Refusal(400, { error: 'The file name must be a SHA-256 hash.' });
  try {
    await api.blobs.put(sha256, Readable.from(bounded(request, api.blobs.maxBytes, TOO_LARGE)));
  } catch (error) {
    if (error instanceof WrongContentError) throw new Refusal(400, { error: error.message });
    throw error;
  }
}

async function postRun(api: Api, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (api.unfit !== null) throw new Refusal(503, { error: api.unfit });
  const wanted = await readRequest(request);
  requireFiles(api.blobs, wanted);
  if (api.queue.has(wanted.id)) throw new Refusal(400, { error: 'A run with this id already exists.' });
  const bytes = Number(request.headers['content-length'] ?? MAX_REQUEST_BYTES);
  api.queue.requireRoom(wanted.owner, bytes);
  const work = planned(api.plan, wanted);
  const release = api.blobs.hold(wanted.files.map(({ sha256 }) => sha256));
  const { id, owner, client, is_background: isBackground } = wanted;
  const run = { id, owner, client, isBackground, bytes, work };
  try {
    if (wanted.keep_seconds > 0) {
      api.queue.keep(run, wanted.keep_seconds);
      await joinRun(api, wanted.id, response);
      await api.queue.ended(wanted.id);
      return;
    }
    const emit: (event: RunnerEvent) => void = openStream(response);
    // The client disconnected; stop the run.
    response.on('close', () => api.queue.stop(wanted.id));
    await api.queue.submit(run, emit);
    response.end();
  } finally {
    release();
  }
}

/** Streams a kept run. A client that disconnects doesn't stop it. */
async function joinRun({ queue }: Api, id: string, response: ServerResponse): Promise<void> {
  if (!queue.isKept(id)) throw new Refusal(404, { error: 'Run not found.' });
  const left = new AbortController();
  response.on('close', () => left.abort());
  await queue.join(id, openStream(response), left.signal);
  response.end();
}

/** @throws Refusal 409 that names the files of a run that must be sent first */
export function requireFiles(blobs: BlobCache, { files }: Pick<RunnerRunRequest, 'files'>): void {
  const missing = blobs.missing(files.map(({ sha256 }) => sha256));
  if (missing.length > 0) throw new Refusal(409, { error: 'Send the missing files first.', missing });
}

async function readRequest(request: IncomingMessage): Promise<RunnerRunRequest> {
  const wanted = await readBody(request, RunnerRunRequest);
  requireFileNames(wanted.files);
  return wanted;
}

/** Plans a run. @throws Refusal 503 if it can't run here */
export function planned(plan: Api['plan'], request: RunnerRunRequest): Work {
  try {
    const work = plan(request);
    const trace = readTraceparent(request.traceparent);
    return trace === null ? work : traceWork(work, trace);
  } catch (error) {
    if (error instanceof CannotRunError) throw new Refusal(503, { error: error.message });
    throw error;
  }
}

/**
 * Reads and validates the JSON of a request.
 * @throws Refusal 400 naming the first invalid field, 413 for a body that is too large
 */
export async function readBody<S extends z.ZodType>(request: IncomingMessage, schema: S): Promise<z.output<S>> {
  const parsed = schema.safeParse(asJson(await text(bounded(request, MAX_REQUEST_BYTES))));
  if (!parsed.success) throw new Refusal(400, { error: `Invalid request: check ${parsed.error.issues[0]?.path.join('.')}.` });
  return parsed.data;
}

/** Yields the body, or throws a `Refusal` beyond `maxBytes`, with `hint` appended to the message. */
export async function* bounded(request: IncomingMessage, maxBytes: number, hint = ''): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Refusal(413, { error: `The request is larger than ${maxBytes / 2 ** 20} MB. ${hint}`.trimEnd() });
    yield chunk;
  }
}

/** Sends JSON, or an empty reply. */
export function reply(request: IncomingMessage, response: ServerResponse, status: number, body: object | null): void {
  // Don't wait for the unread rest of the request.
  if (!request.complete) response.setHeader('connection', 'close');
  if (body === null) response.writeHead(status).end();
  else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Starts a reply of newline-delimited JSON. */
export function openStream(response: ServerResponse): (event: object) => void {
  response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
  response.flushHeaders();
  return (event) => void response.write(`${JSON.stringify(event)}\n`);
}

function asJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
