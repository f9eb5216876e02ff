import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { hostOf } from './fetch-file.ts';

const MOST_CONNECTIONS = 100;
const IDLE_MS = 120_000;
/** Hop-by-hop headers, which are not forwarded. */
const HOP_HEADERS = [
  'proxy-connection',
  'proxy-authorization',
  'connection',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'transfer-encoding',
];

export interface InstallerProxy {
  close(): Promise<void>;
}

/**
 * The only way from an installer's sandbox to package indexes: an HTTP proxy on a Unix socket. It connects to exactly the given
 * hosts and ports, transfers a limited number of bytes, and closes with the installer.
 */
export async function openInstallerProxy(options: {
  socketPath: string;
  /** As `host:port`. */
  hosts: ReadonlySet<string>;
  /** Both directions, over all connections. */
  mostBytes: number;
}): Promise<InstallerProxy> {
  const { hosts } = options;
  const open = new Set<Duplex>();
  let left = options.mostBytes;
  const hold = (stream: Duplex) => {
    open.add(stream);
    stream.once('close', () => open.delete(stream));
    stream.on('error', () => stream.destroy());
  };
  const count = (stream: Duplex) => {
    stream.on('data', (piece: Buffer) => {
      left -= piece.length;
      if (left < 0) for (const each of open) each.destroy();
    });
  };
  const server = createServer((request, response) => {
    forwardRequest(request, response, hosts, (stream) => {
      hold(stream);
      count(stream);
    });
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.on('connection', hold);
  server.on('clientError', (_error, socket) => socket.destroy());
  server.on('connect', (request: IncomingMessage, inside: Duplex, head: Buffer) => {
    const target = /^([a-z0-9.-]+):(\d{1,5})$/i.exec(request.url ?? '');
    const [, host = '', port = ''] = target ?? [];
    if (!hosts.has(`${host.toLowerCase()}:${port}`) || left < 0) {
      inside.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    const outside = connect({ host, port: Number(port) });
    hold(outside);
    outside.setTimeout(IDLE_MS, () => outside.destroy());
    outside.once('connect', () => {
      inside.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      outside.write(head);
      count(outside);
      count(inside);
      outside.pipe(inside);
      inside.pipe(outside);
    });
    outside.once('close', () => inside.destroy());
    inside.once('close', () => outside.destroy());
  });
  server.listen(options.socketPath);
  await once(server, 'listening');
  return {
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const stream of open) stream.destroy();
      await closed;
    },
  };
}

/** Forwards a plain request for an index without TLS. */
function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  hosts: ReadonlySet<string>,
  watch: (stream: Duplex) => void,
): void {
  const url = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : null;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (url === null || url.protocol !== 'http:' || !isRead || !hosts.has(hostOf(url))) {
    response.writeHead(403).end();
    return;
  }
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !HOP_HEADERS.includes(name)));
  const outgoing = forward(url, { method: request.method, headers: { ...headers, host: url.host }, agent: false, timeout: IDLE_MS });
  outgoing.on('socket', watch);
  outgoing.on('timeout', () => outgoing.destroy());
  outgoing.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  outgoing.on('response', (answer) => {
    answer.on('error', () => response.destroy());
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  response.on('close', () => outgoing.destroy());
  outgoing.end();
}
