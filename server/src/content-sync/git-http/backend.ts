import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { Duplex, PassThrough, pipeline, type Readable, type Writable } from 'node:stream';
import { gitEnvironment } from '#server/platform/git/git-environment.ts';
import type { MoveRefs } from '#server/platform/git/git.ts';

/** What git's own HTTP backend is asked. All of it is settled by us; nothing in it is a path from outside. */
export interface BackendCall {
  /** Holds `content.git`. */
  readonly dataFolder: string;
  readonly hooksFolder: string;
  readonly method: 'GET' | 'POST';
  /** Behind the repository: `/info/refs`, `/git-upload-pack`, `/git-receive-pack`. */
  readonly path: string;
  readonly query: string;
  readonly contentType: string;
  /** Of git's protocol: `version=2`. */
  readonly protocol: string;
  readonly user: string;
  /** What the client sent, unpacked. */
  readonly body: Readable;
  /** Handed to the hooks, which stand in the environment of git. */
  readonly hookEnvironment: Readonly<Record<string, string>>;
  /** For a push: runs what moves the branches. It begins when the hook has agreed, and ends with git. */
  readonly moveRefs?: MoveRefs;
}

export interface BackendReply {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Readable;
  /** The exit code, once git has ended. */
  readonly ended: Promise<number | null>;
  /** Ends git and everything it started. */
  stop(): void;
}

/** Bytes that one push may bring. */
const PUSH_BYTES_MAX = 2 * 1024 * 1024 * 1024;
/**
 * Bytes of the answer to a push that wait for its client: more than the report on as many branches as one push may name. So a client
 * that does not read cannot keep git, and with it the lock of the branches.
 */
const REPORT_BYTES_MAX = 8 * 1024 * 1024;
/** Bytes of the head of an answer. */
const HEAD_BYTES_MAX = 64 * 1024;

/**
 * Runs `git http-backend` as a CGI program: what comes in and goes out streams through. It sees nothing of our
 * environment but where programs are.
 *
 * @throws Error when it ends without an answer.
 */
export async function callBackend(call: BackendCall): Promise<BackendReply> {
  const child = spawn('git', ['http-backend'], {
    env: { ...gitEnvironment({ config: configOf(call) }), ...cgiVariables(call), ...call.hookEnvironment },
    stdio: ['pipe', 'pipe', 'ignore', ...(call.moveRefs ? (['pipe'] as const) : [])],
    // A group of its own, so that what git starts ends with it.
    detached: true,
  }) as ChildProcessByStdio<Writable, Readable, null>;
  const stop = () => stopGroup(child);
  const ended = once(child, 'close').then(
    ([code]) => code as number | null,
    () => null,
  );
  // git may end without reading all of it: its answer tells why.
  pipeline(call.body, child.stdin, () => {});
  if (call.moveRefs) letMove(child, call.moveRefs, ended);
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

/** Answers the hook of a push when branches may move, and keeps it so until git has ended. */
function letMove(child: ChildProcess, moveRefs: MoveRefs, ended: Promise<unknown>): void {
  const hook = child.stdio[3];
  if (!(hook instanceof Duplex)) return;
  // A hook that has ended no longer listens; the end of git says the rest.
  hook.on('error', () => {});
  hook.once('data', () => {
    moveRefs(async () => {
      hook.write('go\n');
      await ended;
    }).catch(() => hook.destroy());
  });
}

function configOf({ dataFolder, hooksFolder }: BackendCall): Record<string, string> {
  return {
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
  throw new Error('git http-backend ended without an answer.');
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
    // The whole group has ended already.
  }
}
