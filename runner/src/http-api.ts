import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { RunnerRunRequest, Sha256, type RunnerEvent, type RunnerHealth } from '#contract/runner-protocol.ts';
import { WrongContentError, type BlobCache } from './blob-cache.ts';
import { CannotRunError } from './languages.ts';
import type { RunDesk, Work } from './run-desk.ts';

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
}

/** An answer other than success. */
class Refusal extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, body: { error: string; missing?: string[] }) {
    super(body.error);
    this.status = status;
    this.body = body;
  }
}

const MAX_REQUEST_BYTES = 16 * 1024 * 1024;
const MAX_BLOB_BYTES = 1024 * 1024 * 1024;
/** A data file is named like a file, not like a way. */
const FILE_NAME = /^(?!\.{1,2}$)[^/\0]+$/;

/** The runner's side of contract/src/runner-protocol.ts. */
export function createApi(api: Api): Server {
  const expected = digest(`Bearer ${api.token}`);
  return createServer((request, response) => {
    // Both sides are hashed to one length first: the comparison tells nothing by its time.
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      reply(request, response, 401, { error: 'The token of this runner is another one.' });
      return;
    }
    handle(api, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else if (error instanceof Refusal) reply(request, response, error.status, error.body);
      else reply(request, response, 500, { error: 'The runner failed.' });
    });
  });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function reply(request: IncomingMessage, response: ServerResponse, status: number, body: object | null): void {
  // What was not read of the request is not waited for.
  if (!request.complete) response.setHeader('connection', 'close');
  if (body === null) response.writeHead(status).end();
  else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function handle(api: Api, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://runner');
  const [, collection = '', name = '', more] = pathname.split('/');
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
    case 'DELETE /runs/…':
      if (!api.desk.stop(decodeURIComponent(name))) throw new Refusal(404, { error: 'There is no such run.' });
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
    await api.blobs.put(sha256, Readable.from(bounded(request, MAX_BLOB_BYTES)));
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
  const work = planned(api, wanted);
  const release = api.blobs.hold(wanted.files.map(({ sha256 }) => sha256));
  try {
    response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
    response.flushHeaders();
    // Nobody hears the end of this one any more.
    response.on('close', () => api.desk.stop(wanted.id));
    const tell = (event: RunnerEvent) => response.write(`${JSON.stringify(event)}\n`);
    await api.desk.submit(wanted.id, wanted.owner, work, tell);
    response.end();
  } finally {
    release();
  }
}

async function readRequest(request: IncomingMessage): Promise<RunnerRunRequest> {
  const parsed = RunnerRunRequest.safeParse(asJson(await text(bounded(request, MAX_REQUEST_BYTES))));
  if (!parsed.success) throw new Refusal(400, { error: `The run is not as it must be: ${parsed.error.issues[0]?.path.join('.')}.` });
  const names = parsed.data.files.map(({ name }) => name);
  if (names.some((name) => !FILE_NAME.test(name)) || new Set(names).size < names.length) {
    throw new Refusal(400, { error: 'Each file needs a plain name of its own.' });
  }
  return parsed.data;
}

async function* bounded(request: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Refusal(413, { error: `More than ${maxBytes / 2 ** 20} MB are not taken.` });
    yield chunk;
  }
}

function asJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function planned(api: Api, request: RunnerRunRequest): Work {
  try {
    return api.plan(request);
  } catch (error) {
    if (error instanceof CannotRunError) throw new Refusal(503, { error: error.message });
    throw error;
  }
}
