import { request as httpRequest, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline, type Duplex } from 'node:stream';
import { SESSION_PATH_HEADER } from '#platform/contract/runner-protocol.ts';
import { Refusal } from '../refusal.ts';

/** Hop-by-hop headers (RFC 9110, 7.6.1), and headers between server and runner, which applications must not see. */
const DROPPED = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'authorization',
  SESSION_PATH_HEADER,
]);

/** A request to an application: its port and path. */
interface PortCall {
  readonly port: number;
  readonly url: string;
  /** Connects to it; null if nothing is listening. */
  readonly connect: () => Promise<Socket | null>;
}

/** Proxies a request to an application and streams the reply back. */
export async function passRequest(call: PortCall, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const outgoing = await open(call, request, innerHeaders(request.headers));
  pipeline(request, outgoing, () => undefined);
  const answer = await answerOf(outgoing);
  response.on('close', () => outgoing.destroy());
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', outerHeaders(answer));
  response.flushHeaders();
  await new Promise<void>((resolve) => pipeline(answer, response, () => resolve()));
}

/** Connects a WebSocket with the application's. */
export async function passUpgrade(call: PortCall, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
  const headers = { ...innerHeaders(request.headers), connection: 'Upgrade', upgrade: request.headers.upgrade ?? 'websocket' };
  const outgoing = await open(call, request, headers);
  outgoing.end();
  const inner = await new Promise<Duplex | null>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('upgrade', (answer: IncomingMessage, joined: Duplex, first: Buffer) => {
      socket.write(headOf(answer));
      if (first.length > 0) joined.unshift(first);
      resolve(joined);
    });
    outgoing.once('response', (answer: IncomingMessage) => {
      // It declined the upgrade; forward its reply.
      socket.write(headOf(answer, ['connection: close']));
      pipeline(answer, socket, () => undefined);
      resolve(null);
    });
  });
  if (inner === null) return;
  if (head.length > 0) inner.write(head);
  pipeline(inner, socket, () => inner.destroy());
  pipeline(socket, inner, () => socket.destroy());
}

async function open(call: PortCall, request: IncomingMessage, headers: IncomingHttpHeaders): Promise<ClientRequest> {
  const socket = await call.connect();
  if (socket === null) throw new Refusal(502, { error: `Nothing listens on port ${call.port}.` });
  const outgoing = httpRequest({
    createConnection: () => socket,
    method: request.method,
    path: call.url,
    headers,
    setHost: false,
  });
  return outgoing;
}

function answerOf(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.once('error', () => reject(new Refusal(502, { error: 'The application closed the connection.' })));
  });
}

/** Passes on the browser's host, because applications compare it with the origin of a request. */
function innerHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !DROPPED.has(name) && name !== 'upgrade'));
  const host = headers['x-forwarded-host'] ?? headers.host;
  return { ...kept, host: Array.isArray(host) ? host[0] : host };
}

function outerHeaders(answer: IncomingMessage): string[] {
  const pairs: string[] = [];
  for (let index = 0; index < answer.rawHeaders.length; index += 2) {
    const name = answer.rawHeaders[index] ?? '';
    if (!DROPPED.has(name.toLowerCase()) && name.toLowerCase() !== 'transfer-encoding')
      pairs.push(name, answer.rawHeaders[index + 1] ?? '');
  }
  return pairs;
}

function headOf(answer: IncomingMessage, extra: readonly string[] = []): string {
  const lines: string[] = [];
  for (let index = 0; index < answer.rawHeaders.length; index += 2) {
    const name = answer.rawHeaders[index] ?? '';
    const isFraming = extra.length > 0 && ['connection', 'transfer-encoding', 'keep-alive'].includes(name.toLowerCase());
    if (!isFraming) lines.push(`${name}: ${answer.rawHeaders[index + 1] ?? ''}`);
  }
  return `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n${[...lines, ...extra].join('\r\n')}\r\n\r\n`;
}
