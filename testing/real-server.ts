import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api, type Api } from '#app/contract/api.ts';
import { createClient, type Client } from '#platform/contract/client.ts';
import { DATABASE_FOLDER } from '#platform/server/database/database.ts';
import { folderTemplate } from './database.ts';

/** Generous: several of them may start at once on a busy machine. */
const START_LIMIT_MS = 180_000;
const STOP_LIMIT_MS = 180_000;
const LOOK_EVERY_MS = 50;
/** Below those that the kernel gives to connections and to servers that take any port, which could be one that is not used yet. */
const PORTS = [20_000, 32_000] as const;
const REPOSITORY = join(import.meta.dirname, '..');
const SOURCE = 'app/server/main.ts';
/** Of Node's compile cache, as scripts/run.sh sets it: the product starts in two thirds of the time. */
export const COMPILED = process.env['NODE_COMPILE_CACHE'] ?? join(REPOSITORY, 'node_modules/.cache/compiled');

export const OWNER = { name: 'Ada Quill', email: 'ada@lessons.example', password: 'a quiet password' } as const;

/** The real server in its own process and data folder. */
export class RealServer {
  readonly dataFolder: string;
  readonly url: string;
  readonly #environment: NodeJS.ProcessEnv;
  #process: ChildProcess | undefined;
  #output = '';
  #program = SOURCE;

  private constructor(dataFolder: string, port: number, environment: Readonly<Record<string, string>>) {
    this.dataFolder = dataFolder;
    this.url = `http://127.0.0.1:${port}`;
    this.#environment = {
      ...process.env,
      NODE_COMPILE_CACHE: COMPILED,
      // Only a test's own database.
      DATABASE_URL: undefined,
      PORT: String(port),
      LESSONWRIGHT_DATA: dataFolder,
      LESSONWRIGHT_CHECK_REPLIES: '1',
      // Tests download only what they request explicitly.
      LESSONWRIGHT_RUNNER_PREPARE_BASE: '0',
      // A runner probes every Python installation in the home folder.
      HOME: dataFolder,
      ...environment,
    };
  }

  /**
   * Starts on a new data folder, as a first-time user does. Remove it at the end.
   * @param program what to start, from the root of the repository
   */
  static async create(environment: Readonly<Record<string, string>> = {}, program = SOURCE): Promise<RealServer> {
    const server = await RealServer.#on(environment);
    server.#program = program;
    await server.start();
    return server;
  }

  /** The same with a prepared database: creating one takes as long as a small test. */
  static async createPrepared(environment: Readonly<Record<string, string>> = {}): Promise<RealServer> {
    const server = await RealServer.#on(environment);
    await cp(await folderTemplate(), join(server.dataFolder, DATABASE_FOLDER), { recursive: true });
    await server.start();
    return server;
  }

  /** Starts on a data folder that stays: `stop` it instead of removing it. */
  static async createIn(dataFolder: string, environment: Readonly<Record<string, string>> = {}): Promise<RealServer> {
    const server = new RealServer(dataFolder, await freePort(), environment);
    await server.start();
    return server;
  }

  static async #on(environment: Readonly<Record<string, string>>): Promise<RealServer> {
    const port = environment['PORT'] === undefined ? await freePort() : Number(environment['PORT']);
    return new RealServer(await mkdtemp(join(tmpdir(), 'lessonwright-server-')), port, environment);
  }

  /**
   * Returns once it replies.
   * @param program another version of the server, on the same data folder
   * @throws Error with the server's output if it doesn't
   */
  async start(program = this.#program): Promise<void> {
    this.#program = program;
    const child = spawn(process.execPath, [this.#program], {
      cwd: REPOSITORY,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    const collect = (bytes: Buffer): void => {
      this.#output += bytes.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const end = Date.now() + START_LIMIT_MS;
    while (!(await this.#answers())) {
      if (child.exitCode !== null || Date.now() > end) {
        await this.kill();
        throw new Error(`The server did not start:\n${this.#output}`);
      }
      await sleep(LOOK_EVERY_MS);
    }
  }

  /** Kills it, like a power failure. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Ends it like Ctrl-C. @throws Error if it doesn't end on its own */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.dataFolder, { recursive: true, force: true });
  }

  /** Process id of the server itself, without its runner; undefined while it is stopped. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** All output so far. */
  get output(): string {
    return this.#output;
  }

  setupToken(): Promise<string> {
    return readFile(join(this.dataFolder, 'setup-token'), 'utf8').then((text) => text.trim());
  }

  /** Typed calls; `headers` authenticate the caller. */
  client(headers: Readonly<Record<string, string>> = {}): Client<Api> {
    return createClient(api, { baseUrl: this.url, headers });
  }

  /** Creates the owner, and returns their client. */
  async setUpOwner(): Promise<Client<Api>> {
    return signUpOwner(this.url, await this.setupToken());
  }

  /** The client of the owner, who exists. */
  async signInOwner(): Promise<Client<Api>> {
    return ownerAt(this.url, '/api/login/password', { email: OWNER.email, password: OWNER.password });
  }

  async #answers(): Promise<boolean> {
    return fetch(`${this.url}/api/health`).then(
      (response) => response.ok,
      () => false,
    );
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    const isInTime = await Promise.race([exit.then(() => true), sleep(STOP_LIMIT_MS, false, { ref: false })]);
    if (isInTime) return;
    child.kill('SIGKILL');
    throw new Error(`The server did not end within ${STOP_LIMIT_MS / 1000} s of ${signal}:\n${this.#output}`);
  }
}

/** Creates the owner of the product at `url`, and returns their client. */
export async function signUpOwner(url: string, setupToken: string): Promise<Client<Api>> {
  return ownerAt(url, '/api/login/setup', { ...OWNER, token: setupToken });
}

async function ownerAt(url: string, path: string, body: Readonly<Record<string, string>>): Promise<Client<Api>> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The owner could not sign in: ${await response.text()}`);
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  // Like a session, the token survives restarts, but needs no origin.
  const { token } = await createClient(api, { baseUrl: url, headers: { cookie } }).createToken({ body: { name: 'browser tests' } });
  return createClient(api, { baseUrl: url, headers: { authorization: `Bearer ${token}` } });
}

/** A free port, for those who must know it before the server starts. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
