import { once } from 'node:events';
import {
  Agent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toTraceparent } from '#platform/contract/trace-context.ts';
import { callTarget } from '../call-target.ts';

/** Apply to one connection only, so they are never passed on. */
const ONE_CONNECTION = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Written by proxies. The token of the forwarding server says what matters in them. */
const OF_PROXIES = new Set(['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-proto', 'x-real-ip']);

/**
 * Another server in the same cluster accepts a connection within this time, or another one is asked. Kernels accept within milliseconds, and
 * nothing has been sent yet.
 */
const CONNECT_LIMIT_MS = 300;

/** Where a request goes, and what is added to it. */
export interface Destination {
  /** Address of the server, without a trailing slash. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The server could not be reached, and nothing of the request was sent. */
export class UnreachableServerError extends Error {
  override readonly name = 'UnreachableServerError';
}

/** Sends whole requests to other servers, as streams. Close it. */
export class Forwarder {
  readonly #agents = { http: new Agent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };

  close(): void {
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }

  /**
   * Lets another server reply to a request whose body was not read yet. The caller must not reply any more.
   * @param gone Aborted when the other server can't be reached any more: the call ends with an error.
   * @throws UnreachableServerError before anything was sent: another server may be tried.
   */
  async forward(request: FastifyRequest, reply: FastifyReply, to: Destination, gone: AbortSignal): Promise<void> {
    const outgoing = await this.#connect(request, to);
    gone.addEventListener('abort', () => outgoing.destroy(new Error('The other server cannot be reached any more.')), { once: true });
    reply.hijack();
    const { raw } = reply;
    // The visitor is gone: the other server can stop.
    raw.once('close', () => raw.writableFinished || outgoing.destroy());
    try {
      const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
      // A server may reply before it has read everything, and then stops reading: its reply counts.
      pipeline(request.raw, outgoing).catch(() => undefined);
      const [response] = await answered;
      // A session that was extended here has a new cookie.
      const cookie = reply.getHeader('set-cookie');
      if (cookie !== undefined) raw.setHeader('set-cookie', cookie);
      raw.writeHead(response.statusCode ?? 502, withoutConnection(response.headers));
      await pipeline(response, raw);
    } catch (error) {
      outgoing.destroy();
      request.log.warn({ err: error, to: to.url }, 'a forwarded call failed');
      if (raw.headersSent || raw.destroyed) raw.destroy();
      else sendLost(request, reply);
    }
  }

  /** Connects a visitor's WebSocket with another server: bytes pass in both directions. @throws UnreachableServerError */
  async forwardUpgrade(request: FastifyRequest, reply: FastifyReply, to: Destination, gone: AbortSignal): Promise<void> {
    const outgoing = await this.#connect(request, to, { connection: 'Upgrade', upgrade: 'websocket' });
    reply.hijack();
    const { socket } = request.raw;
    socket.once('close', () => outgoing.destroy());
    gone.addEventListener('abort', () => socket.destroy(), { once: true });
    outgoing.once('error', () => socket.destroy());
    outgoing.once('response', (response) => {
      // It was refused.
      socket.write(headOf(response, ['connection: close']));
      pipeline(response, socket).catch(() => socket.destroy());
    });
    outgoing.once('upgrade', (response, other, head) => {
      socket.write(headOf(response));
      if (head.length > 0) socket.write(head);
      // Not `pipeline`: each direction ends by itself.
      socket.pipe(other).pipe(socket);
      other.once('error', () => socket.destroy()).once('close', () => socket.destroySoon());
      socket.once('error', () => other.destroy()).once('close', () => other.destroy());
    });
    outgoing.end();
  }

  /**
   * Sends a request whose body was read. Returns the reply, or null if the server can't be reached.
   */
  async ask(
    request: FastifyRequest,
    to: Destination,
  ): Promise<{ readonly status: number; readonly headers: OutgoingHttpHeaders; readonly body: Buffer } | null> {
    try {
      const body = request.body === undefined ? null : Buffer.from(JSON.stringify(request.body));
      const outgoing = await this.#connect(request, to, { 'content-length': String(body?.length ?? 0) });
      outgoing.end(body ?? undefined);
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      return { status: response.statusCode ?? 502, headers: withoutConnection(response.headers), body: Buffer.concat(chunks) };
    } catch {
      return null;
    }
  }

  /** Resolves once the connection is open, so that nothing is lost if the server is gone. */
  async #connect(
    request: FastifyRequest,
    { url, headers }: Destination,
    more: Readonly<Record<string, string>> = {},
  ): Promise<ClientRequest> {
    const { raw } = request;
    const kept = Object.entries(raw.headers).filter(([name]) => !ONE_CONNECTION.has(name) && !OF_PROXIES.has(name));
    const isChunked = raw.headers['transfer-encoding'] !== undefined;
    // A connection that was idle may turn out to be closed: bodies are only sent on new ones.
    const isNew = isChunked || raw.headers['content-length'] !== undefined || more['upgrade'] !== undefined;
    // Node frames a body without a length only for methods that usually have one. Unframed, it would be read as the next request.
    const framing = isChunked && more['content-length'] === undefined ? { 'transfer-encoding': 'chunked' } : {};
    const isSecure = url.startsWith('https:');
    const options: RequestOptions = {
      ...callTarget(url, raw.url ?? '/'),
      ...(raw.method === undefined ? {} : { method: raw.method }),
      agent: isNew ? false : this.#agents[isSecure ? 'https' : 'http'],
      headers: { ...Object.fromEntries(kept), host: request.host, ...traceOf(request), ...framing, ...headers, ...more },
    };
    const outgoing = (isSecure ? httpsRequest : httpRequest)(options);
    // A caller that waits for the reply gets the error from its promise; afterwards no one waits.
    outgoing.on('error', () => undefined);
    try {
      const signal = AbortSignal.timeout(CONNECT_LIMIT_MS);
      const [socket] = (await once(outgoing, 'socket', { signal })) as [NonNullable<ClientRequest['socket']>];
      if (socket.connecting) await once(socket, 'connect', { signal });
      return outgoing;
    } catch (error) {
      outgoing.destroy();
      throw new UnreachableServerError(`The server at ${url} cannot be reached.`, { cause: error });
    }
  }
}

/** The other server continues the trace from here. */
function traceOf({ span }: FastifyRequest): Record<string, string> {
  return span === null ? {} : { traceparent: toTraceparent(span.context) };
}

function withoutConnection(headers: IncomingMessage['headers']): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ONE_CONNECTION.has(name)));
}

/** The beginning of a reply, as it came. */
function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage, more: readonly string[] = []): string {
  const pairs = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1] ?? ''}`] : []));
  return [`HTTP/1.1 ${statusCode ?? 502} ${statusMessage ?? ''}`, ...pairs, ...more, '', ''].join('\r\n');
}

/** The other server went away while it worked: whether it did its work is unknown. */
function sendLost(request: FastifyRequest, { raw }: FastifyReply): void {
  const error = 'The server that handled this call went away. Check whether it had an effect, then try again.';
  raw.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' });
  raw.end(JSON.stringify({ error, code: 'unavailable', request_id: request.id }));
}
