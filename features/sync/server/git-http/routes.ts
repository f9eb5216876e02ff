import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, PassThrough, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findTokenVisitor } from '#features/accounts/server/index.ts';
import { recordAudit } from '#features/audit/server/index.ts';
import { flushRepository } from '#features/git/server/index.ts';
import { listReleases } from '#features/releases/server/index.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { type Visitor, bearerToken } from '#platform/server/http/visitor.ts';
import type { Platform } from '#platform/server/platform.ts';
import { callBackend, type BackendCall, type BackendReply } from './backend.ts';
import { refusalReport, COMMANDS_BYTES_MAX, readPushCommands, type PushCommands } from './push-commands.ts';
import { branchOf, pushProblems } from './push-rules.ts';

/** A request's body, decompressed if necessary. Errors end the stream. */
function unpacked(body: Readable, encoding: string | undefined): Readable {
  return encoding === 'gzip' || encoding === 'x-gzip' ? pipeline(body, createGunzip(), () => {}) : body;
}

/**
 * Parses a push's commands and returns the whole body to be read again.
 * @throws Error if it isn't a push.
 */
async function readPush(body: Readable): Promise<{ push: PushCommands; fullBody: Readable }> {
  let received = Buffer.alloc(0);
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    received = Buffer.concat([received, chunk as Buffer]);
    const push = readPushCommands(received);
    if (push !== null) return { push, fullBody: followedBy(received, body) };
    if (received.length > COMMANDS_BYTES_MAX) break;
  }
  throw new Error('This is not a valid push.');
}

function followedBy(beginning: Buffer, rest: Readable): Readable {
  const fullBody = new PassThrough();
  fullBody.write(beginning);
  pipeline(rest, fullBody, () => {});
  return fullBody;
}

/** Shown in the user's terminal when git is rejected. */
const MESSAGES = {
  signedOut: 'Use a personal token as the password. Any user name works.\n',
  staffOnly: 'The content repository is for staff.\n',
  noAssistants: 'A token for assistants can’t be used with git. Use another personal token.\n',
  elsewhere: (host: string) => `The content repository is on ${host}: clone it there.\n`,
  busy: 'Too many git commands are running at once. Try again in a moment.\n',
  notGit: 'Invalid git request.\n',
} as const;

/**
 * Runs our own Node, wherever it is; see check-pushed-paths.ts. Then it asks the server through descriptor 3, which git
 * passes on, whether branches may move now. If the server exits, the read fails and the push is rejected.
 */
const PRE_RECEIVE = [
  '#!/bin/sh',
  // Node reserves more addresses than git may use.
  'ulimit -S -v "$(ulimit -H -v)"',
  '"$LESSONWRIGHT_NODE" "$LESSONWRIGHT_PRE_RECEIVE" && echo ready >&3 && read -r _go <&3',
  '',
].join('\n');

/** Environment variables of the hooks. */
const HOOK_ENVIRONMENT: Readonly<Record<string, string>> = {
  LESSONWRIGHT_NODE: process.execPath,
  LESSONWRIGHT_PRE_RECEIVE: join(import.meta.dirname, 'check-pushed-paths.ts'),
};

/**
 * Writes the hooks for pushes over HTTP to the data folder and returns their folder. The repository itself has none:
 * what the product pushes was checked when it was written.
 */
async function layHooks(dataFolder: string): Promise<string> {
  const folder = join(dataFolder, 'git-hooks');
  const path = join(folder, 'pre-receive');
  await mkdir(folder, { recursive: true });
  await writeFile(path, PRE_RECEIVE);
  await chmod(path, 0o755);
  return folder;
}

/**
 * Identifies the caller by a personal token: as the password of any user name, as git sends it, or as a bearer token.
 */
async function authenticate(handle: Handle, request: FastifyRequest): Promise<Visitor | null> {
  const token = bearerToken(request) ?? basicPassword(request.headers.authorization ?? '');
  return token === null || token === '' ? null : findTokenVisitor(handle, token);
}

function basicPassword(header: string): string | null {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header)?.[1];
  if (encoded === undefined) return null;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  return pair.includes(':') ? pair.slice(pair.indexOf(':') + 1) : null;
}

type Deps = Pick<Platform, 'config' | 'db' | 'git' | 'cluster' | 'codeHost' | 'log'>;

/** Most concurrent git commands. */
const RUNNING_MAX = 8;
/** Time limit of a clone or a push, in milliseconds. */
const LIMIT_MS = 60 * 60_000;

const BASE = '/git/content.git';
const SERVICES = ['git-upload-pack', 'git-receive-pack'] as const;
type Service = (typeof SERVICES)[number];

/**
 * Serves the built-in content repository to git: staff clone, fetch and push with a personal token.
 *
 * @param onPushed Called with the branches that a push may have moved.
 */
export async function registerGitHttp(
  app: FastifyInstance,
  platform: Deps,
  onPushed: (branches: string[]) => Promise<void>,
): Promise<void> {
  const { dataFolder } = platform.config;
  const hooksFolder = await layHooks(dataFolder);
  const running = new Set<BackendReply>();
  // Counted before a command is started, because many calls can arrive at once.
  let open = 0;
  app.addHook('preClose', (done) => {
    for (const each of running) each.stop();
    done();
  });

  const serve = async (
    visitor: Visitor,
    request: FastifyRequest,
    reply: FastifyReply,
    call: Pick<BackendCall, 'method' | 'path' | 'query' | 'body' | 'moveRefs'>,
  ) => {
    if (open >= RUNNING_MAX) return sendText(reply, 503, MESSAGES.busy);
    open++;
    const answer = await callBackend({
      ...call,
      dataFolder,
      hooksFolder,
      contentType: request.headers['content-type'] ?? '',
      protocol: protocolOf(request),
      user: `user-${visitor.actor.id}`,
      hookEnvironment: HOOK_ENVIRONMENT,
    }).catch((error: unknown) => {
      open--;
      throw error;
    });
    running.add(answer);
    const timer = setTimeout(() => answer.stop(), LIMIT_MS).unref();
    request.raw.once('close', () => request.raw.complete || answer.stop());
    reply.raw.once('close', () => reply.raw.writableFinished || answer.stop());
    void answer.ended.then(() => {
      clearTimeout(timer);
      running.delete(answer);
      open--;
    });
    reply.code(answer.status);
    for (const [name, value] of answer.headers) reply.header(name, value);
    return answer;
  };

  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addHook('onRequest', async (request, reply) => {
      const { cluster } = platform;
      if (cluster !== null && !request.forwardedBy && !cluster.answersHere('git', '')) await cluster.forward('git', '', request, reply);
    });
    // Streams: a push is as large as its files.
    scope.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload));

    scope.get(`${BASE}/info/refs`, async (request, reply) => {
      const visitor = await authorize(platform, request, reply);
      if (visitor === null) return reply;
      const service = serviceOf((request.query as Record<string, unknown>)['service']);
      if (service === null) return sendText(reply, 403, MESSAGES.notGit);
      const answer = await serve(visitor, request, reply, {
        method: 'GET',
        path: '/info/refs',
        query: `service=${service}`,
        body: Readable.from([]),
      });
      return 'body' in answer ? reply.send(answer.body) : answer;
    });

    scope.post(`${BASE}/git-upload-pack`, async (request, reply) => {
      const visitor = await authorize(platform, request, reply);
      if (visitor === null) return reply;
      const body = unpacked(bodyOf(request), request.headers['content-encoding']);
      const answer = await serve(visitor, request, reply, { method: 'POST', path: '/git-upload-pack', query: '', body });
      return 'body' in answer ? reply.send(answer.body) : answer;
    });

    scope.post(`${BASE}/git-receive-pack`, async (request, reply) => {
      const visitor = await authorize(platform, request, reply);
      if (visitor === null) return reply;
      const read = await readPush(unpacked(bodyOf(request), request.headers['content-encoding'])).catch(() => null);
      if (read === null) return sendText(reply, 400, MESSAGES.notGit);
      const { push, fullBody } = read;
      const releases = new Map((await listReleases(platform.db)).map(({ branch_name, name }) => [branch_name, name]));
      const problems = pushProblems(push.commands, { mainBranch: platform.git.mainBranch, releases });
      if (problems.size > 0) {
        // A client whose body isn't read to the end doesn't read the response.
        for await (const _chunk of fullBody);
        return reply.type('application/x-git-receive-pack-result').header('cache-control', 'no-cache').send(refusalReport(push, problems));
      }
      const began = Date.now();
      const answer = await serve(visitor, request, reply, {
        method: 'POST',
        path: '/git-receive-pack',
        query: '',
        body: fullBody,
        moveRefs: (work) => platform.git.moveRefs(work),
      });
      if (!('body' in answer)) return answer;
      const branches = push.commands.flatMap(({ ref }) => branchOf(ref) ?? []);
      // Whatever the exit code: branches may have moved before.
      void answer.ended.then(() =>
        branches.length > 0 ? recordPush(platform, { ...visitor, address: request.ip }, began, branches, onPushed) : undefined,
      );
      return reply.send(answer.body);
    });
    done();
  });
}

async function recordPush(
  { config, db, log }: Deps,
  { actor, address }: Visitor & { readonly address: string },
  began: number,
  branches: string[],
  onPushed: (branches: string[]) => Promise<void>,
): Promise<void> {
  try {
    await flushRepository(join(config.dataFolder, 'content.git'), began);
    await recordAudit(db, { actor, action: 'git.push', subject: 'content.git', details: { branches }, address });
    await onPushed(branches);
  } catch (error) {
    // The pushed commits are in the repository, so the next poll of the branch finds them.
    log.error({ err: error, branches }, 'could not process a push');
  }
}

/** Returns the user if they may use the repository over HTTP; null if the reply has been sent. */
async function authorize(platform: Deps, request: FastifyRequest, reply: FastifyReply): Promise<Visitor | null> {
  const visitor = await authenticate(platform.db, request);
  if (visitor === null) {
    reply.header('www-authenticate', 'Basic realm="Lessonwright", charset="UTF-8"');
    sendText(reply, 401, MESSAGES.signedOut);
    return null;
  }
  const problem =
    visitor.actor.role === 'external' || visitor.isAssistant
      ? { status: 403, text: visitor.isAssistant ? MESSAGES.noAssistants : MESSAGES.staffOnly }
      : platform.codeHost.kind === 'local'
        ? null
        : { status: 404, text: MESSAGES.elsewhere(platform.codeHost.name) };
  if (problem === null) return visitor;
  sendText(reply, problem.status, problem.text);
  return null;
}

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(text);
}

function serviceOf(value: unknown): Service | null {
  return SERVICES.find((service) => service === value) ?? null;
}

/** Only a version number is accepted, because it becomes an environment variable. */
function protocolOf(request: FastifyRequest): string {
  const value = request.headers['git-protocol'];
  return typeof value === 'string' && /^[\w=:]{1,100}$/.test(value) ? value : '';
}

function bodyOf(request: FastifyRequest): Readable {
  return request.body instanceof Readable ? request.body : Readable.from([]);
}
