import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveGit } from './git-http-server.ts';

/**
 * Failures of the code host: `down` refuses connections, `hang` never replies, `forbid` replies 403, `cut` closes the connection
 * during a push.
 */
export type Fault = 'none' | 'down' | 'hang' | 'forbid' | 'cut';

export interface FaultyHost extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly address: string;
  fault: Fault;
  /** Calls that failed on purpose since the last change of `fault`. */
  readonly failed: () => number;
}

/** A code host over HTTP for the repositories below `root`, with git's own backend, that can be made to fail. */
export async function startFaultyHost(root: string): Promise<FaultyHost> {
  let fault: Fault = 'none';
  let failed = 0;
  const server = createServer((request, reply) => {
    if (fault !== 'none') failed++;
    if (fault === 'down') request.socket.destroy();
    else if (fault === 'forbid') reply.writeHead(403).end();
    else if (fault === 'cut' && request.method === 'POST') request.once('data', () => request.socket.destroy());
    else if (fault !== 'hang') void serveGit(root, request, reply);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get fault() {
      return fault;
    },
    set fault(next) {
      fault = next;
      failed = 0;
      // Release hanging calls, as a restart of the host would.
      if (next === 'none') server.closeAllConnections();
    },
    failed: () => failed,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
