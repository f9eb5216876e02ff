/** Serves lesson applications at their own origin. */

import { once } from 'node:events';
import { createServer, request as httpRequest, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { pipeline, type Duplex } from 'node:stream';
import { SESSION_PATH_HEADER } from '#platform/contract/runner-protocol.ts';
import { callTarget } from '#platform/server/call-target.ts';
import { isLoopback, type Config } from '#platform/server/config.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { RunSession } from '../queries.ts';
import { resolveFromReferer, folderOf, readAddress, type ApplicationAddress } from './application-address.ts';
import {
  withoutCaching,
  headersWithoutLength,
  insertFrameScript,
  isFramedPage,
  isPlainPage,
  sendFrameScript,
  FRAME_SCRIPT_PATH,
} from './framed-page.ts';
import { MESSAGES } from './messages.ts';
import { OpenSessions } from './open-sessions.ts';
import { publicHost, responseHeadersFor, requestHeadersFor } from './proxy-headers.ts';

/** Other untrusted content at this origin: learners' previews of lessons. */
export interface OriginTenant {
  has(url: string): boolean;
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Returns false if the request isn't its own. */
  join(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
}

/** The listening origin of the applications. */
export interface Applications {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Opens the origin of lesson applications. They are untrusted code that must never act as the user: the origin differs
 * from the product's, the first part of each address is a secret of the session's owner, and the product's credentials
 * are removed in both directions (proxy-headers.ts).
 */
export async function startApplications(platform: Platform, tenant: OriginTenant | null = null): Promise<Applications> {
  const sessions = new OpenSessions(platform);
  const proxy = new ApplicationProxy(platform, sessions);
  const applicationsUrl = new URL(platform.config.applicationsUrl);
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    request.headers.host = publicHost(request.headers.host, applicationsUrl);
    if (url === FRAME_SCRIPT_PATH) {
      sendFrameScript(response);
      return;
    }
    // An application's page may request the same address, meaning its own file.
    const isForTenant = tenant?.has(url) === true && resolveFromReferer(url, request.headers.referer, request.headers.host) === null;
    const answered = isForTenant ? tenant.serve(request, response) : proxy.pass(request, response);
    answered.catch((error: unknown) => {
      platform.log.warn({ err: error }, 'an application did not respond');
      if (response.headersSent) response.destroy();
      else refuse(response, 502, MESSAGES.notUp);
    });
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined);
    request.headers.host = publicHost(request.headers.host, applicationsUrl);
    if (tenant?.join(request, socket, head) === true) return;
    proxy.join(request, socket, head).catch(() => refuseSocket(socket, 502));
  });
  server.listen(platform.config.applicationsPort ?? 0, platform.config.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      sessions.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

class ApplicationProxy {
  readonly #platform: Platform;
  readonly #sessions: OpenSessions;
  readonly #framers: readonly string[];
  /** Browsers treat localhost as secure even without https. */
  readonly #isSecure: boolean;

  constructor(platform: Platform, sessions: OpenSessions) {
    this.#platform = platform;
    this.#sessions = sessions;
    this.#framers = framersOf(platform.config);
    const { protocol, hostname } = new URL(platform.config.applicationsUrl);
    this.#isSecure = protocol === 'https:' || isLoopback(hostname);
  }

  /** Forwards a request to its application and streams the response. */
  async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '/';
    const address = readAddress(url);
    if (address === 'refused') {
      refuse(response, 400, MESSAGES.dotSegments);
      return;
    }
    if (address === null) {
      const meant = resolveFromReferer(url, request.headers.referer, request.headers.host);
      // 307 keeps method and body.
      if (meant === null) refuse(response, 404, MESSAGES.ended);
      else response.writeHead(307, { location: meant, 'cache-control': 'no-store' }).end();
      return;
    }
    if (!address.rest.startsWith('/')) {
      response.writeHead(307, { location: folderOf(address) + address.rest, 'cache-control': 'no-store' }).end();
      return;
    }
    const session = await this.#sessions.find(address.secret);
    if (session === null) {
      refuse(response, 404, MESSAGES.ended);
      return;
    }
    const isFramed = isFramedPage(request);
    const asked = isFramed ? withoutCaching(request.headers) : request.headers;
    const outgoing = await this.#open({ method: request.method, headers: asked }, address, session, {});
    const answer = await answerOf(outgoing, () => pipeline(request, outgoing, () => undefined));
    response.on('close', () => outgoing.destroy());
    const isChanged = isFramed && isPlainPage(answer);
    const headers = responseHeadersFor(answer.rawHeaders, address, this.#allowedFor(request));
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', isChanged ? headersWithoutLength(headers) : headers);
    response.flushHeaders();
    this.#sessions.watch(address.secret, response.socket ?? answer.socket);
    const steps = isChanged ? [answer, insertFrameScript(), response] : [answer, response];
    await new Promise<void>((resolve) => pipeline(steps, () => resolve()));
  }

  /** Connects a page's WebSocket with its application's. */
  async join(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const address = readAddress(request.url ?? '/');
    if (address === 'refused') {
      refuseSocket(socket, 400);
      return;
    }
    const session = address && isOwnPage(request) ? await this.#sessions.find(address.secret) : null;
    if (address === null || session === null) {
      refuseSocket(socket, 404);
      return;
    }
    const outgoing = await this.#open(request, address, session, {
      connection: 'Upgrade',
      upgrade: request.headers.upgrade ?? 'websocket',
    });
    const inner = await new Promise<Duplex | null>((resolve, reject) => {
      outgoing.once('error', reject);
      outgoing.once('response', () => resolve(null));
      outgoing.once('upgrade', (answer: IncomingMessage, joined: Duplex, first: Buffer) => {
        const lines = pairs(responseHeadersFor(answer.rawHeaders, address, this.#allowedFor(request)));
        socket.write(['HTTP/1.1 101 Switching Protocols', 'connection: Upgrade', ...lines, '', ''].join('\r\n'));
        if (first.length > 0) joined.unshift(first);
        resolve(joined);
      });
      outgoing.end();
    });
    if (inner === null) {
      outgoing.destroy();
      refuseSocket(socket, 502);
      return;
    }
    if (head.length > 0) inner.write(head);
    this.#sessions.watch(address.secret, socket);
    pipeline(inner, socket, () => inner.destroy());
    pipeline(socket, inner, () => socket.destroy());
  }

  #allowedFor({ headers }: IncomingMessage): Parameters<typeof responseHeadersFor>[2] {
    const { host } = headers;
    return { host, framers: this.#framers, hasPartitions: this.#isSecure };
  }

  async #open(
    request: Pick<IncomingMessage, 'method' | 'headers'>,
    address: ApplicationAddress,
    session: RunSession,
    more: Readonly<Record<string, string>>,
  ): Promise<ClientRequest> {
    const runner = await this.#platform.runners.addressOf(session.runner_name);
    // JupyterLab knows its base path; other applications assume the root of their host. The path is passed as a
    // separate value: appended to the runner's address, it could name another route of the runner.
    const path = session.program === 'jupyterlab' ? folderOf(address) + address.rest.slice(1) : address.rest;
    const target = callTarget(runner.url, `/sessions/${session.id}/ports/${address.port}`);
    const protocol = new URL(this.#platform.config.applicationsUrl).protocol.slice(0, -1);
    const headers = {
      ...requestHeadersFor(request.headers, address, protocol),
      ...more,
      authorization: `Bearer ${runner.token}`,
      [SESSION_PATH_HEADER]: path,
    };
    const open = target.protocol === 'https:' ? httpsRequest : httpRequest;
    return open({ ...target, method: request.method, headers });
  }
}

function answerOf(outgoing: ClientRequest, send: () => void): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
    send();
  });
}

/** Browsers send the origin that opens a WebSocket; other sites are rejected. */
function isOwnPage({ headers }: IncomingMessage): boolean {
  return headers.origin === undefined || (URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host);
}

/** The origins of the product's pages; a local server has two names. */
function framersOf({ publicUrl }: Pick<Config, 'publicUrl'>): string[] {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (!isLoopback(hostname)) return [publicUrl];
  return [...new Set([publicUrl, `${protocol}//127.0.0.1:${port}`, `${protocol}//localhost:${port}`])];
}

function pairs(headers: readonly string[]): string[] {
  return Array.from({ length: headers.length / 2 }, (_, index) => `${headers[index * 2]}: ${headers[index * 2 + 1]}`);
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    .end(text);
}

function refuseSocket(socket: Duplex, status: number): void {
  if (socket.writable) socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
