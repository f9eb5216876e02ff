import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, maxHeaderSize, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable, type Duplex } from 'node:stream';
import { RunnerRunRequest, Sha256, type RunnerEvent, type RunnerHealth } from '#contract/runner-protocol.ts';
import { WrongContentError, type BlobCache } from './blob-cache.ts';
import type { ApiCall, ApiPart } from './api-part.ts';
import { CannotRunError } from './cannot-run.ts';
import type { Work } from './language-runtime.ts';
import { requireFileNames } from './lesson-files.ts';
import { Refusal } from './refusal.ts';
import { MAX_REQUEST_BYTES, bounded, openStream, readBody, reply } from './request-body.ts';
import type { RunDesk } from './run-desk.ts';

/** What the calls stand on. */
export interface Api {
  readonly token: string;
  readonly desk: RunDesk;
  readonly blobs: BlobCache;
  readonly health: () => RunnerHealth;
  /** Why nothing can run here; null when runs can. */
  readonly unfit: string | null;
  /** @throws CannotRunError */
  readonly plan: (request: RunnerRunRequest) => Work;
  /** Everything but health, files and runs. */
  readonly parts: readonly ApiPart[];
}

/** Said of a file that is larger than all that are kept together may be. */
const TOO_LARGE = 'LESSONWRIGHT_RUNNER_BLOB_MB of this runner says how much of files it keeps.';
const KEEP_IDLE_MS = 65_000;
/** Twice what the server takes from a visitor of an application, to whose headers it adds its own. */
const MAX_HEADER_BYTES = 2 * maxHeaderSize;

/** The runner's side of contract/src/runner-protocol.ts. */
export function createApi(api: Api): Server {
  const expected = digest(`Bearer ${api.token}`);
  const isKnown = ({ headers }: IncomingMessage) =>
    // Both sides are hashed to one length first: the comparison tells nothing by its time.
    timingSafeEqual(digest(headers.authorization ?? ''), expected);
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    if (!isKnown(request)) {
      reply(request, response, 401, { error: 'The token of this runner is another one.' });
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
  // Longer than servers keep an idle connection (server/src/platform/runners/runner-client.ts).
  server.keepAliveTimeout = KEEP_IDLE_MS;
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined);
    if (isKnown(request)) handleUpgrade(api, request, socket, head).catch((error: unknown) => refuseUpgrade(socket, error));
    else refuseUpgrade(socket, new Refusal(404, { error: 'There is no such call.' }));
  });
  return server;
}

async function handleUpgrade(api: Api, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
  const call = parse(request);
  const part = api.parts.find(({ name }) => name === call.path[0]);
  if (!part?.upgrade) throw new Refusal(404, { error: 'There is no such call.' });
  await part.upgrade({ ...call, socket, head });
}

function refuseUpgrade(socket: Duplex, error: unknown): void {
  const { status, body } = error instanceof Refusal ? error : { status: 500, body: { error: 'The runner failed.' } };
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  );
}

/** Addresses of this API need nothing else, so that none is ever decoded, and none has segments to resolve. */
const TARGET = /^((?:\/[\w-]+)+)(?:\?([\w=&-]*))?$/;

/** @throws Refusal of any other address. */
function parse(request: IncomingMessage): ApiCall {
  const [, path, query] = TARGET.exec(request.url ?? '') ?? [];
  if (path === undefined) throw new Refusal(400, { error: 'This is no address of a runner.' });
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
      if (!api.desk.stop(name)) throw new Refusal(404, { error: 'There is no such run.' });
      reply(request, response, 204, null);
      return;
    default:
      throw new Refusal(404, { error: 'There is no such call.' });
  }
}

async function putBlob(api: Api, name: string, request: IncomingMessage): Promise<void> {
  const sha256 = Sha256.safeParse(name).data;
  if (sha256 === undefined) throw new Refusal(400, { error: 'A file is named by its SHA-256.' });
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
  const missing = api.blobs.missing(wanted.files.map(({ sha256 }) => sha256));
  if (missing.length > 0) throw new Refusal(409, { error: 'Files must be sent first.', missing });
  if (api.desk.has(wanted.id)) throw new Refusal(400, { error: 'There is a run with this id.' });
  const bytes = Number(request.headers['content-length'] ?? MAX_REQUEST_BYTES);
  api.desk.requireRoom(wanted.owner, bytes);
  const work = planned(api, wanted);
  const release = api.blobs.hold(wanted.files.map(({ sha256 }) => sha256));
  try {
    if (wanted.keep_seconds > 0) {
      api.desk.keep(wanted.id, wanted.owner, work, wanted.keep_seconds, bytes);
      await joinRun(api, wanted.id, response);
      await api.desk.ended(wanted.id);
      return;
    }
    const tell: (event: RunnerEvent) => void = openStream(response);
    // Nobody hears the end of this one any more.
    response.on('close', () => api.desk.stop(wanted.id));
    await api.desk.submit(wanted.id, wanted.owner, work, tell, bytes);
    response.end();
  } finally {
    release();
  }
}

/** Whoever breaks off leaves the run as it is. */
async function joinRun({ desk }: Api, id: string, response: ServerResponse): Promise<void> {
  if (!desk.isKept(id)) throw new Refusal(404, { error: 'There is no such run.' });
  const left = new AbortController();
  response.on('close', () => left.abort());
  await desk.join(id, openStream(response), left.signal);
  response.end();
}

async function readRequest(request: IncomingMessage): Promise<RunnerRunRequest> {
  const wanted = await readBody(request, RunnerRunRequest);
  requireFileNames(wanted.files);
  return wanted;
}

function planned(api: Api, request: RunnerRunRequest): Work {
  try {
    return api.plan(request);
  } catch (error) {
    if (error instanceof CannotRunError) throw new Refusal(503, { error: error.message });
    throw error;
  }
}
