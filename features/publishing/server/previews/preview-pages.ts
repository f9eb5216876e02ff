import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { playerOrigins } from '#platform/content/video-hosts.ts';
import type { Platform } from '#platform/server/platform.ts';
import { MESSAGES } from './messages.ts';

type PageConfig = Pick<Platform['config'], 'videoHosts' | 'webFolder' | 'publicUrl'>;

/** Only our own script files run, and requests only go back to the page's origin. Images and videos may come from other hosts. */
function policyOf({ videoHosts }: Pick<Platform['config'], 'videoHosts'>): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    'media-src https:',
    "font-src 'self' data:",
    "connect-src 'self'",
    `frame-src ${playerOrigins(videoHosts).join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const PAGE = /^\/preview\/[\w-]{1,100}\/?(?:\?|$)/;
const CALL = /^\/(?:api\/preview|assets)\//;
/**
 * Identify the caller; not forwarded. The origin is checked here, where the right one is known. A proxy's
 * `X-Forwarded-Host` names this origin and would replace the `Host` below.
 */
const DROPPED = ['cookie', 'authorization', 'origin', 'sec-fetch-site', 'forwarded', 'x-forwarded-host'] as const;

/**
 * The learner's view, at the origin of the applications, so that a lesson's content can never act as its author. No
 * cookie or token of the product reaches the API, whatever the browser sends.
 */
export class PreviewPages {
  readonly #app: FastifyInstance;
  readonly #config: PageConfig;
  readonly #script: string | null;

  /** @param script Path of a script that the page has besides its own; null: none. */
  constructor(app: FastifyInstance, { config }: { readonly config: PageConfig }, script: string | null = null) {
    this.#app = app;
    this.#config = config;
    this.#script = script;
  }

  /** Whether an address belongs to the learner's view. */
  has(url: string): boolean {
    return PAGE.test(url) || CALL.test(url);
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (PAGE.test(request.url ?? '')) {
      await this.#sendPage(request, response);
    } else if (this.#isFromHere(request)) {
      this.#forget(request);
      this.#app.routing(request, response);
    } else {
      response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end('Requests from other sites are not allowed.');
    }
  }

  /** Connects a page's WebSocket; false: it isn't ours. */
  join(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    if (!CALL.test(request.url ?? '') || !this.#isFromHere(request)) return false;
    this.#forget(request);
    this.#app.server.emit('upgrade', request, socket, head);
    return true;
  }

  async #sendPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    const built = await readFile(join(this.#config.webFolder, 'preview.html'), 'utf8').catch(() => null);
    const page = this.#script === null ? built : (built?.replace('</head>', `<script src="${this.#script}"></script></head>`) ?? null);
    response.writeHead(page === null ? 503 : 200, {
      'content-type': page === null ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policyOf(this.#config),
      'x-content-type-options': 'nosniff',
      // The address is a secret, but videos don't play on pages that hide their origin.
      'referrer-policy': 'strict-origin',
      'x-robots-tag': 'noindex',
    });
    response.end(request.method === 'HEAD' ? undefined : (page ?? MESSAGES.notBuilt));
  }

  /** Only the page itself may call, and programs that send no origin. */
  #isFromHere({ headers }: IncomingMessage): boolean {
    const site = headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
    const { origin } = headers;
    return origin === undefined || (URL.canParse(origin) && new URL(origin).host === headers.host);
  }

  #forget(request: IncomingMessage): void {
    for (const name of DROPPED) delete request.headers[name];
    // The request guard expects the product's own host name; this origin may have another one.
    request.headers.host = new URL(this.#config.publicUrl).host;
  }
}
