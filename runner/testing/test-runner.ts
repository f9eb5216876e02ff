import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { RunOutcome } from '#platform/contract/run-outcome.ts';
import {
  DEFAULT_RUN_LIMITS,
  RUN_DEFAULTS,
  RunnerEvent,
  RunnerHealth,
  SESSION_PATH_HEADER,
  type RunLimits,
  type RunnerRunRequest,
} from '#platform/contract/runner-protocol.ts';
import { copyPrepared } from './prepared-folder.ts';
import { compileCache, sharedFolder } from './shared-folder.ts';

/** A real runner in its own process and folder. */
export interface TestRunner {
  readonly url: string;
  readonly token: string;
  readonly process: ChildProcess;
  /** The runner's folder. */
  readonly folder: string;
  call(method: string, path: string, body?: string | Uint8Array, signal?: AbortSignal): Promise<Response>;
  /** Sends a request to an application of a session. */
  visit(sessionId: string, port: number, path: string, method?: string, body?: string): Promise<Response>;
  health(): Promise<RunnerHealth>;
  /** Uploads a file and returns its hash. */
  send(bytes: string | Uint8Array): Promise<string>;
  /** All events of a run. */
  events(request: Partial<RunnerRunRequest>): Promise<RunnerEvent[]>;
  /** Runs Python to its end. */
  run(code: string, request?: Omit<Partial<RunnerRunRequest>, 'limits'> & { limits?: Partial<RunLimits> }): Promise<RunOutcome>;
  close(): Promise<void>;
}

/** For a run that ends by itself; other tests may use the CPU. */
const PLENTY_SECONDS = 60;
const REPOSITORY = resolve(import.meta.dirname, '../..');
/** An unprivileged user id that no account has. */
const ORDINARY_USER = 61_180;

/**
 * @param options.isOrdinaryUser as root: the runner runs unprivileged, from a copy it can read
 * @param options.isShared it runs until this process exits
 * @param options.isNew it prepares everything itself, as on a machine that never had a runner
 * @param options.hasPostgres its tests use PostgreSQL
 */
export async function startTestRunner(
  options: { env?: Record<string, string>; isOrdinaryUser?: boolean; isShared?: boolean; isNew?: boolean; hasPostgres?: boolean } = {},
): Promise<TestRunner> {
  // Private, like a home directory that contains a data folder.
  const home = await mkdtemp(join(sharedFolder(), 'home-'));
  const folder = join(home, 'data/runner');
  await mkdir(folder, { recursive: true });
  const ids = options.isOrdinaryUser && process.getuid?.() === 0 ? { uid: ORDINARY_USER, gid: ORDINARY_USER } : null;
  const program = ids ? await programForAll() : { node: process.execPath, root: REPOSITORY };
  if (ids) for (const path of [home, join(home, 'data'), folder]) await chown(path, ids.uid, ids.gid);
  if (options.isNew !== true) await copyPrepared('programs', sharedFolder(), folder, ids);
  if (options.hasPostgres === true) await copyPrepared('postgres', sharedFolder(), folder, ids);
  await chmod(home, 0o700);
  const token = randomBytes(24).toString('base64url');
  const child = spawn(program.node, [join(program.root, 'runner/src/main.ts')], {
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: home,
      LESSONWRIGHT_RUNNER_ATTACHED: '1',
      LESSONWRIGHT_RUNNER_FOLDER: folder,
      LESSONWRIGHT_RUNNER_PREPARE_BASE: '0',
      NODE_COMPILE_CACHE: compileCache(),
      ...(ids ? {} : countingEnvironment(options.isShared === true)),
      ...options.env,
    },
    ...ids,
  });
  const exited = once(child, 'exit');
  child.stdin.write(`${token}\n`);
  const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), leftEarly(exited)])) as [string];
  const { port } = JSON.parse(line) as { port: number };
  // It exits when its input closes, with this process.
  if (options.isShared) for (const handle of [child, child.stdin as Socket, child.stdout as Socket]) handle.unref();
  const url = `http://127.0.0.1:${port}`;
  const call: TestRunner['call'] = (method, path, body, signal) =>
    fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: body as string }),
      ...(signal ? { signal } : {}),
    });
  const events: TestRunner['events'] = async (request) => eventsOf(await call('POST', '/runs', JSON.stringify(buildRequest(request))));
  return {
    url,
    token,
    process: child,
    folder,
    call,
    visit: (sessionId, port, path, method = 'GET', body) =>
      fetch(`${url}/sessions/${sessionId}/ports/${port}`, {
        method,
        headers: { authorization: `Bearer ${token}`, [SESSION_PATH_HEADER]: path },
        ...(body === undefined ? {} : { body }),
      }),
    events,
    health: async () => RunnerHealth.parse(await (await call('GET', '/health')).json()),
    send: async (bytes) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const response = await call('PUT', `/blobs/${sha256}`, bytes);
      if (response.status !== 204) throw new Error(await response.text());
      return sha256;
    },
    run: async (code, { limits, ...request } = {}) => {
      const last = (await events({ ...request, code, limits: { ...DEFAULT_RUN_LIMITS, wall_seconds: PLENTY_SECONDS, ...limits } })).at(-1);
      if (last?.type !== 'finished') throw new Error(`The run did not finish: ${JSON.stringify(last)}`);
      return last.outcome;
    },
    close: async () => {
      child.stdin.end();
      await exited;
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** What it starts counts too (testing/count-starts.mjs), unless it runs as a user who can't read our files. */
function countingEnvironment(isShared: boolean): Record<string, string> {
  const { NODE_OPTIONS, TEST_STARTS_FOLDER, TEST_FILE = '' } = process.env;
  if (NODE_OPTIONS === undefined || TEST_STARTS_FOLDER === undefined) return {};
  return { NODE_OPTIONS, TEST_STARTS_FOLDER, TEST_FILE: isShared ? '' : TEST_FILE };
}

async function leftEarly(exited: Promise<unknown[]>): Promise<never> {
  await exited;
  throw new Error('The runner exited before it listened; see its error output.');
}

/** Reads a run's events until they contain `text`. Give it a clone of the response whose events are still needed. */
export async function untilReported(response: Response, text: string): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let seen = ''; !seen.includes(text);) {
    const part = await reader?.read();
    if (part?.value === undefined) throw new Error(`The run ended before it printed "${text}": ${seen}`);
    seen += part.value;
  }
}

/** A request for Python with default values. */
export function buildRequest(fields: Partial<RunnerRunRequest>): RunnerRunRequest {
  return {
    id: randomUUID(),
    owner: 'somebody',
    language: 'python',
    language_version: null,
    ...RUN_DEFAULTS,
    preamble: [],
    code: '',
    files: [],
    values: 'all',
    limits: DEFAULT_RUN_LIMITS,
    requirements: [],
    ...fields,
  };
}

/** @throws if the reply is not a stream of events */
export async function eventsOf(response: Response): Promise<RunnerEvent[]> {
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  return text
    .trim()
    .split('\n')
    .map((line) => RunnerEvent.parse(JSON.parse(line)));
}

let program: ReturnType<typeof copyProgram> | null = null;
function programForAll(): ReturnType<typeof copyProgram> {
  program ??= copyProgram(join(sharedFolder(), `program-${process.pid}`));
  return program;
}

/** Copies the runner's files to where everyone can read them: the repository may be in a private home directory. */
async function copyProgram(root: string): Promise<{ node: string; root: string }> {
  const node = join(root, 'node');
  await cp(process.execPath, node);
  for (const part of [
    'package.json',
    'platform/contract',
    'runner/src',
    'runner/languages',
    'runner/pycheck',
    'node_modules/zod',
    'node_modules/ws',
    'node_modules/@electric-sql/pglite',
  ]) {
    await cp(join(REPOSITORY, part), join(root, part), { recursive: true });
  }
  return { node, root };
}
