import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { previewRoutes } from '#features/publishing/contract/previews.ts';
import { previewHandlers, PreviewPages, Previews } from '#features/publishing/server/index.ts';
import type { RunServices } from '#features/runs/server/index.ts';
import type { Config } from '#platform/server/config.ts';
import { unavailable } from '#platform/server/errors.ts';
import { mount } from '#platform/server/http/mount.ts';
import { createServer } from '#platform/server/http/server.ts';
import { LiveHub } from '#platform/server/live.ts';
import type { ClonedFiles } from '../runs/lesson-inputs.ts';
import type { DraftBuilds } from './draft.ts';

const HOST = '127.0.0.1';
const SCRIPT = '/changes.js';
const CHANGES = '/changes/';
/** Tells the page what changed: `/preview/TOKEN` listens at `/changes/TOKEN`. A changed image needs a reload of the page. */
const SCRIPT_TEXT = `new EventSource('${CHANGES}' + location.pathname.split('/')[2]).addEventListener('message', ({ data }) => {
  if (data === 'text') dispatchEvent(new Event('lesson-changed'));
  else location.reload();
});
`;

interface PreviewOptions {
  readonly draft: DraftBuilds;
  readonly files: ClonedFiles;
  /** What runs code, or why none can run. */
  readonly runners: Promise<RunServices['runners'] | string>;
  readonly config: Config;
  /** 0: any free port. */
  readonly port: number;
}

interface ServedPreview extends AsyncDisposable {
  readonly address: string;
  /** Shows what has changed in open pages. */
  readonly change: (kind: 'text' | 'image') => void;
}

/** Serves a lesson of a clone to browsers of this machine. @throws Error with the code EADDRINUSE if the port is in use */
export async function servePreview({ draft, files, runners, config, port }: PreviewOptions): Promise<ServedPreview> {
  let pool: RunServices['runners'] | null = null;
  const services = {
    blobs: files,
    config,
    live: new LiveHub(),
    log: pino({ level: 'silent' }),
    get runners() {
      if (pool === null) throw unavailable('Code can’t run yet. Try again in a moment.');
      return pool;
    },
  };
  const requireRunner = async () => {
    const found = await runners;
    if (typeof found === 'string') throw unavailable(found);
    pool = found;
  };
  const previews = new Previews(services, draft);
  const app = await createServer(config, services.log, () => Promise.resolve(null));
  const handlers = previewHandlers(services, previews);
  mount(app, previewRoutes, {
    ...handlers,
    runPreview: async (call) => {
      await requireRunner();
      return handlers.runPreview(call);
    },
    runPreviewAnswer: async (call) => {
      await requireRunner();
      return handlers.runPreviewAnswer(call);
    },
    openPreviewTerminal: async (call) => {
      await requireRunner();
      return handlers.openPreviewTerminal(call);
    },
  });
  await app.ready();
  const pages = new PreviewPages(app, { config }, SCRIPT);
  const watching = new Set<ServerResponse>();
  const server = createHttpServer((request, response) => {
    if (!isOwnHost(request, server.address())) return refuse(response, 403, 'Open the preview by the address that was printed.');
    if (pages.has(request.url ?? '')) return void pages.serve(request, response);
    if (request.method !== 'GET') return refuse(response, 405, 'Only the page itself can be read.');
    if (request.url === SCRIPT) return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT_TEXT);
    if (request.url !== CHANGES + draft.token) return refuse(response, 404, 'Open the preview by the whole address that was printed.');
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).flushHeaders();
    watching.add(response);
    response.on('close', () => watching.delete(response));
  });
  server.on('upgrade', (request, socket, head: Buffer) => {
    if (!isOwnHost(request, server.address()) || !pages.join(request, socket, head)) socket.destroy();
  });
  server.listen(port, HOST);
  await once(server, 'listening');
  return {
    address: `http://${HOST}:${portOf(server.address())}`,
    change: (kind) => {
      for (const response of watching) response.write(`data: ${kind}\n\n`);
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await previews.close();
      await app.close();
    },
  };
}

/** Another name that leads here is that of a site whose pages would read the lesson (DNS rebinding). */
function isOwnHost({ headers }: IncomingMessage, address: AddressInfo | string | null): boolean {
  const port = portOf(address);
  return headers.host === `${HOST}:${port}` || headers.host === `localhost:${port}`;
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}
