import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/**
 * A code host for git alone: the repositories below `root` over git's own HTTP backend, for clients that send `authorization`.
 * The address has no trailing slash.
 */
export async function startGitHttpServer(root: string, authorization: string): Promise<{ address: string } & AsyncDisposable> {
  const backend = join(execFileSync('git', ['--exec-path']).toString().trim(), 'git-http-backend');
  const server = createServer((request, reply) => {
    if (request.headers.authorization === authorization) void serve(backend, root, request, reply);
    else reply.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Replies to one git request for a repository below `root`. The caller checks access. */
export async function serveGit(root: string, request: IncomingMessage, reply: ServerResponse): Promise<void> {
  return serve(join(execFileSync('git', ['--exec-path']).toString().trim(), 'git-http-backend'), root, request, reply);
}

async function serve(backend: string, root: string, request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const child = spawn(backend, {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      CONTENT_LENGTH: request.headers['content-length'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_USER: 'somebody',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.on('error', () => {});
  request.pipe(child.stdin);
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  const answer = Buffer.concat(chunks);
  const end = answer.indexOf('\r\n\r\n');
  const headers = new Map(
    answer
      .toString('latin1', 0, end)
      .split('\r\n')
      .map((line) => line.split(': ', 2) as [string, string]),
  );
  const status = Number.parseInt(headers.get('Status') ?? '200', 10);
  headers.delete('Status');
  reply.writeHead(status, Object.fromEntries(headers)).end(answer.subarray(end + 4));
}
