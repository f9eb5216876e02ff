import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { GitRepository } from '#features/git/server/git.ts';
import { serveGit } from '../git-http-server.ts';
import type { Dialect } from './dialect.ts';
import { GITEA } from './gitea-dialect.ts';
import { GITHUB } from './github-dialect.ts';
import { HostRefusal, TestPulls } from './test-pulls.ts';

export interface Delivery {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A local code host with one repository: git over HTTP, the REST API of pull requests, webhooks. */
export interface TestCodeHost extends AsyncDisposable {
  readonly kind: 'github' | 'gitea';
  /** Address of the repository, for the settings. */
  readonly address: string;
  readonly api: string;
  readonly repository: GitRepository;
  /** Actions of people on its pages. */
  readonly pulls: TestPulls;
  /** Accepted tokens and their owners. */
  readonly tokens: Map<string, string>;
  /** Replaces the reply to every call; `down`: it closes the connection; `down-once`: only for the next call. */
  fault: 'down' | 'down-once' | { readonly status: number; readonly message: string } | null;
  /** What its webhook sent, oldest first. */
  readonly deliveries: Delivery[];
  /** Addresses that were called, oldest first. */
  readonly calls: string[];
  /** Signs a delivery of any kind. */
  sign(event: string, body: unknown): Delivery;
  /** The headers for a body that isn't JSON. */
  signText(event: string, body: string): Record<string, string>;
}

/** Secrets of the product; tests check that they don't leak. */
export const HOST_TOKEN = 'token-0123456789-of-the-code-host';
export const WEBHOOK_SECRET = 'secret-0123456789-of-the-webhook';

const DIALECTS: Readonly<Record<TestCodeHost['kind'], Dialect>> = { github: GITHUB, gitea: GITEA };

/**
 * @param isEmpty True: without a commit, as directly after its creation
 * @param listenAt An address of this machine
 */
export async function startCodeHost(kind: TestCodeHost['kind'], { isEmpty = false, listenAt = '127.0.0.1' } = {}): Promise<TestCodeHost> {
  const dialect = DIALECTS[kind];
  const root = await mkdtemp(join(tmpdir(), 'lessonwright-host-'));
  const repository = await makeRepository(join(root, 'team/content.git'), isEmpty);
  const pulls = new TestPulls(repository, 'main');
  const host: Omit<TestCodeHost, 'address' | 'api' | typeof Symbol.asyncDispose> = {
    kind,
    repository,
    pulls,
    tokens: new Map([[HOST_TOKEN, 'lessonwright']]),
    fault: null,
    deliveries: [],
    calls: [],
    signText: (event, body) => dialect.sign(WEBHOOK_SECRET, event, randomUUID(), body),
    sign(event, body) {
      const text = JSON.stringify(body);
      return { headers: { 'content-type': 'application/json', ...host.signText(event, text) }, body: text };
    },
  };
  const send = ({ event, body }: { event: string; body: unknown }) => host.deliveries.push(host.sign(event, body));
  pulls.onChange = (pull, action) => send(dialect.pullDelivery(pull, action));

  const server = createServer((request, reply) => {
    void answer(request, reply).catch((error: unknown) => {
      const { status, message } = error instanceof HostRefusal ? error : { status: 500, message: String(error) };
      sendJson(reply, status, { message });
    });
  });
  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    host.calls.push(`${request.method} ${url.pathname}`);
    if (host.fault === 'down' || host.fault === 'down-once') {
      if (host.fault === 'down-once') host.fault = null;
      request.socket.destroy();
      return;
    }
    if (host.fault !== null) return sendJson(reply, host.fault.status, { message: host.fault.message });
    const user = host.tokens.get(tokenOf(request.headers.authorization));
    if (user === undefined) {
      reply.setHeader('www-authenticate', 'Basic realm="host"');
      return sendJson(reply, 401, { message: 'Bad credentials' });
    }
    if (!url.pathname.startsWith(dialect.apiPath)) return serveRepository(request, reply);
    const body = request.method === 'GET' || request.method === 'DELETE' ? {} : ((await json(request)) as Record<string, unknown>);
    const path = decodeURIComponent(url.pathname.slice(dialect.apiPath.length));
    const answered = await dialect.answer({ method: request.method ?? 'GET', path, query: url.searchParams, body, user }, pulls);
    if (answered === undefined) throw new HostRefusal(404, 'Not Found');
    sendJson(reply, answered.status, answered.body);
  }
  async function serveRepository(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const isPush = request.url?.endsWith('/git-receive-pack') === true;
    const before = isPush ? await headsOf(repository) : new Map<string, string>();
    await serveGit(root, request, reply);
    if (!isPush) return;
    const after = await headsOf(repository);
    for (const [branch, sha] of after) if (before.get(branch) !== sha) send(dialect.branchDelivery(branch, sha));
    for (const branch of before.keys()) if (!after.has(branch)) send(dialect.branchDelivery(branch, null));
  }

  server.listen(0, listenAt);
  await once(server, 'listening');
  const origin = `http://${listenAt}:${(server.address() as AddressInfo).port}`;
  return Object.assign(host, {
    address: `${origin}/team/content`,
    api: `${origin}${dialect.apiPath}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await rm(root, { recursive: true, force: true });
    },
  });
}

/** The product's settings for this host. */
export function settingsOf(host: TestCodeHost): Record<string, string> {
  return {
    LESSONWRIGHT_CODE_HOST: host.kind,
    LESSONWRIGHT_CODE_HOST_REPOSITORY: host.address,
    LESSONWRIGHT_CODE_HOST_TOKEN: HOST_TOKEN,
    LESSONWRIGHT_WEBHOOK_SECRET: WEBHOOK_SECRET,
  };
}

async function makeRepository(path: string, isEmpty: boolean): Promise<GitRepository> {
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', path]);
  const repository = new GitRepository(path);
  await repository.run(['config', 'http.receivepack', 'true']);
  if (isEmpty) return repository;
  const blob = await repository.text(['hash-object', '-w', '--stdin'], { input: ['# Content\n'] });
  const tree = await repository.text(['mktree'], { input: [`100644 blob ${blob}\tREADME.md\n`] });
  const commit = await repository.text(['commit-tree', tree, '-m', 'Begin'], { config: { 'user.name': 'x', 'user.email': 'x@x' } });
  await repository.run(['update-ref', 'refs/heads/main', commit]);
  return repository;
}

async function headsOf(repository: GitRepository): Promise<Map<string, string>> {
  const lines = (await repository.text(['for-each-ref', '--format=%(refname:lstrip=2) %(objectname)', 'refs/heads/'])).split('\n');
  return new Map(lines.filter((line) => line !== '').map((line) => line.split(' ', 2) as [string, string]));
}

/** `token x` and `Bearer x` of the API, and the password of git's Basic authentication. */
function tokenOf(authorization = ''): string {
  const [scheme = '', value = ''] = authorization.split(' ', 2);
  return scheme.toLowerCase() === 'basic' ? (Buffer.from(value, 'base64').toString().split(':', 2)[1] ?? '') : value;
}

function sendJson(reply: ServerResponse, status: number, body: unknown): void {
  reply.writeHead(status, { 'content-type': 'application/json' }).end(body === undefined ? undefined : JSON.stringify(body));
}
