import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { Duplex, PassThrough, pipeline, type Readable, type Writable } from 'node:stream';
import { foreignGit, FRUGAL, gitEnvironment, type MoveRefs } from '#features/git/server/index.ts';

/** A request to git's own HTTP backend. We control all of it; nothing in it is an external path. */
export interface BackendCall {
  /** Contains `content.git`. */
  readonly dataFolder: string;
  readonly hooksFolder: string;
  readonly method: 'GET' | 'POST';
  /** Path after the repository: `/info/refs`, `/git-upload-pack`, `/git-receive-pack`. */
  readonly path: string;
  readonly query: string;
  readonly contentType: string;
  /** Version of git's protocol: `version=2`. */
  readonly protocol: string;
  readonly user: string;
  /** The request's body, decompressed. */
  readonly body: Readable;
  /** Environment variables for git's hooks. */
  readonly hookEnvironment: Readonly<Record<string, string>>;
  /** For a push: wraps moving the branches. It begins when the hook has accepted and ends with git. */
  readonly moveRefs?: MoveRefs;
}

export interface BackendReply {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Readable;
  /** The exit code, once git has exited. */
  readonly ended: Promise<number | null>;
  /** Ends git and everything it started. */
  stop(): void;
}

/** Most bytes of one push. */
const PUSH_BYTES_MAX = 2 * 1024 * 1024 * 1024;
/** Processor time of each process of a push: a delta of a few bytes can stand for gigabytes. */
const PUSH_CPU_SECONDS = 60 * 60;
/**
 * Most bytes buffered of a push's report, more than for as many branches as one push may name. A client that doesn't
 * read therefore can't block git, and with it the branch lock.
 */
const REPORT_BYTES_MAX = 8 * 1024 * 1024;
/** Most bytes of the response's header. */
const HEAD_BYTES_MAX = 64 * 1024;

/**
 * Runs `git http-backend` as a CGI program and streams in both directions. Of our environment it only gets the program
 * path.
 *
 * @throws Error if it exits without a response.
 */
export async function callBackend(call: BackendCall): Promise<BackendReply> {
  const [program, args] = call.moveRefs ? foreignGit(PUSH_CPU_SECONDS, ['http-backend']) : ['git', ['http-backend']];
  const child = spawn(program, args, {
    env: { ...gitEnvironment({ config: configOf(call) }), ...cgiVariables(call), ...call.hookEnvironment },
    stdio: ['pipe', 'pipe', 'ignore', ...(call.moveRefs ? (['pipe'] as const) : [])],
    // Its own process group, so that git's children end with it.
    detached: true,
  }) as ChildProcessByStdio<Writable, Readable, null>;
  const stop = () => stopGroup(child);
  const ended = once(child, 'close').then(
    ([code]) => code as number | null,
    () => null,
  );
  // Git may exit without reading everything: its response says why.
  pipeline(call.body, child.stdin, () => {});
  if (call.moveRefs) allowMove(child, call.moveRefs, ended);
  const body = new PassThrough(call.moveRefs ? { highWaterMark: REPORT_BYTES_MAX } : {});
  try {
    const { head, rest } = await readHead(child.stdout);
    if (rest.length > 0) body.write(rest);
    pipeline(child.stdout, body, () => {});
    const headers = parseHead(head);
    const status = Number.parseInt(headers.get('status') ?? '200', 10);
    headers.delete('status');
    return { status, headers, body, ended, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/** Answers the push hook once branches may move, and holds that permission until git has exited. */
function allowMove(child: ChildProcess, moveRefs: MoveRefs, ended: Promise<unknown>): void {
  const hook = child.stdio[3];
  if (!(hook instanceof Duplex)) return;
  // A hook that has exited no longer listens; git's exit is handled elsewhere.
  hook.on('error', () => {});
  hook.once('data', () => {
    moveRefs(async () => {
      hook.write('go\n');
      await ended;
    }).catch(() => hook.destroy());
  });
}

function configOf({ dataFolder, hooksFolder, moveRefs }: BackendCall): Record<string, string> {
  return {
    ...(moveRefs ? FRUGAL : {}),
    'safe.directory': `${dataFolder}/content.git`,
    'core.hooksPath': hooksFolder,
    'http.receivepack': 'true',
    'http.getanyfile': 'false',
    'receive.maxInputSize': String(PUSH_BYTES_MAX),
    'receive.fsckObjects': 'true',
    'receive.denyNonFastForwards': 'true',
    'receive.denyDeleteCurrent': 'refuse',
    'uploadpack.allowFilter': 'true',
    'transfer.hideRefs': 'refs/lessonwright',
  };
}

function cgiVariables(call: BackendCall): Record<string, string> {
  return {
    GIT_PROJECT_ROOT: call.dataFolder,
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: `/content.git${call.path}`,
    QUERY_STRING: call.query,
    REQUEST_METHOD: call.method,
    CONTENT_TYPE: call.contentType,
    GIT_PROTOCOL: call.protocol,
    REMOTE_USER: call.user,
    REMOTE_ADDR: '',
  };
}

async function readHead(stdout: Readable): Promise<{ head: string; rest: Buffer }> {
  let received = Buffer.alloc(0);
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    received = Buffer.concat([received, chunk as Buffer]);
    const end = received.indexOf('\r\n\r\n');
    if (end >= 0) return { head: received.toString('latin1', 0, end), rest: received.subarray(end + 4) };
    if (received.length > HEAD_BYTES_MAX) break;
  }
  throw new Error('git http-backend exited without a response.');
}

function parseHead(head: string): Map<string, string> {
  return new Map(
    head.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

function stopGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGTERM');
  } catch {
    // The whole group has already ended.
  }
}
