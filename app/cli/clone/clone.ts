import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type Call, CommandRefused } from '../command.ts';
import { namedServer, productAddress } from './product-address.ts';

const run = promisify(execFile);

const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;

/** What `execFile` rejects with if a program ends with an exit code. */
interface Failed {
  readonly code: number | string;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

interface GitOptions {
  readonly input?: string | Uint8Array;
  /** Another index than that of the clone, so that nothing that the author staged changes. */
  readonly index?: string;
  /** Exit codes that are a result, not a failure. */
  readonly answers?: readonly number[];
  /** Configuration for this command only. Passed through the environment, so that no token is in a list of processes. */
  readonly config?: Readonly<Record<string, string>>;
}

interface GitResult {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Where a repository would be found, but for the folder that the command was called from. */
const GIT_PLACES = new Set(['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX', 'GIT_COMMON_DIR']);

/** A clone of a content repository, with the git and the settings of the person who works in it. */
export class Clone {
  /** Its folder, absolute. */
  readonly root: string;
  readonly #call: Call;

  private constructor(root: string, call: Call) {
    this.root = root;
    this.#call = call;
  }

  /** @throws CommandRefused if the command wasn't called from a clone. */
  static async find(call: Call): Promise<Clone> {
    const here = new Clone(call.folder, call);
    const { exitCode, stdout } = await here.git(['rev-parse', '--show-toplevel'], { answers: [128] });
    if (exitCode !== 0) throw new CommandRefused(`${call.folder} is not in a clone of a content repository. Change to the folder of one.`);
    return new Clone(line(stdout), call);
  }

  /** @throws CommandRefused with git's own message if it fails. */
  async git(args: readonly string[], { input = '', index, answers = [], config = {} }: GitOptions = {}): Promise<GitResult> {
    const { signal } = this.#call;
    const env = { ...this.#environment(config), ...(index !== undefined && { GIT_INDEX_FILE: index }) };
    const running = run('git', ['-C', this.root, ...args], { env, signal, encoding: 'buffer', maxBuffer: OUTPUT_BYTES_MAX });
    // Git may end without reading all of its input; its exit code says why.
    running.child.stdin?.on('error', () => undefined).end(input);
    try {
      const { stdout, stderr } = await running;
      return { exitCode: 0, stdout, stderr: stderr.toString() };
    } catch (error) {
      signal.throwIfAborted();
      const failed = error as Partial<Failed>;
      if (failed.code === 'ENOENT') throw new CommandRefused('git was not found. Install it (Debian and Ubuntu: apt install git).');
      if (failed.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
        throw new CommandRefused(
          `git ${args[0] ?? ''} returned more than ${OUTPUT_BYTES_MAX / 1024 ** 2} MB. Pull or push with git itself.`,
        );
      if (typeof failed.code !== 'number' || !failed.stdout || !failed.stderr) throw error;
      const message = failed.stderr.toString();
      if (!answers.includes(failed.code)) throw new CommandRefused(`git ${args[0] ?? ''}: ${errorLine(message)}`);
      return { exitCode: failed.code, stdout: failed.stdout, stderr: message };
    }
  }

  /** Runs git so that Ctrl C doesn't stop it: a change of the clone that has begun is finished. */
  async finish(args: readonly string[], { input = '', index, answers = [] }: Omit<GitOptions, 'config'> = {}): Promise<void> {
    const env = { ...this.#environment({}), ...(index !== undefined && { GIT_INDEX_FILE: index }) };
    // A terminal sends Ctrl C to all processes of a group.
    const running = spawn('git', ['-C', this.root, ...args], { env, detached: true, stdio: ['pipe', 'ignore', 'pipe'] });
    running.stdin.on('error', () => undefined).end(input);
    const [message, [code]] = await Promise.all([text(running.stderr), once(running, 'close') as Promise<[number | null]>]);
    if (code !== 0 && !answers.includes(code ?? 0)) throw new CommandRefused(`git ${args[0] ?? ''}: ${errorLine(message)}`);
  }

  /** The output of a git command as text, without the final line end. */
  async text(args: readonly string[], options: GitOptions = {}): Promise<string> {
    return line((await this.git(args, options)).stdout);
  }

  /** The commit that a name stands for, or null. */
  async commitOf(name: string): Promise<string | null> {
    const { exitCode, stdout } = await this.git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`], {
      answers: [1, 128],
    });
    return exitCode === 0 ? line(stdout) : null;
  }

  async contains(commit: string, ancestor: string): Promise<boolean> {
    return (await this.git(['merge-base', '--is-ancestor', ancestor, commit], { answers: [1] })).exitCode === 0;
  }

  /** Runs work with a separate index: an empty one, or a copy of the clone's. */
  async withIndex<T>(begin: 'empty' | 'copy', work: (index: string) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(join(tmpdir(), 'lessonwright-index-'));
    try {
      const index = join(folder, 'index');
      if (begin === 'copy') await copyFile(resolve(this.root, await this.text(['rev-parse', '--git-path', 'index'])), index);
      return await work(index);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** What `origin` is called, and what a command needs to reach it. */
  async remote(): Promise<{ address: string; config: Record<string, string> }> {
    const origin = await this.origin();
    if (origin === null) throw new CommandRefused('The clone has no remote named origin. Add it with git remote add origin ADDRESS.');
    const { environment, output } = this.#call;
    const token = environment['LESSONWRIGHT_TOKEN'] ?? '';
    const product = productAddress(origin);
    if (token === '' || product === null) return { address: 'origin', config: {} };
    if (product !== namedServer(environment)) {
      output.note(`LESSONWRIGHT_TOKEN isn’t sent to ${product}. If it is for this server, set LESSONWRIGHT_SERVER=${product}.`);
      return { address: 'origin', config: {} };
    }
    const address = `${product}/git/content.git`;
    // The token takes the place of what the address says. A redirect would carry it to another host, as would programs of git that
    // read another address from the clone.
    const config = { [`http.${address}.extraHeader`]: `Authorization: Bearer ${token}`, [`http.${address}.followRedirects`]: 'false' };
    return { address, config };
  }

  /** The address of `origin`, or null. */
  async origin(): Promise<string | null> {
    const { exitCode, stdout } = await this.git(['remote', 'get-url', 'origin'], { answers: [2, 128] });
    return exitCode === 0 ? line(stdout) : null;
  }

  #environment(config: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
    const own = Object.entries(this.#call.environment).filter(([name]) => !GIT_PLACES.has(name));
    const entries = Object.entries(config);
    return {
      ...Object.fromEntries(own),
      // Its messages are parsed, and a path is never a pattern.
      LC_ALL: 'C',
      GIT_LITERAL_PATHSPECS: '1',
      ...(entries.length > 0 && { GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_COUNT: String(entries.length) }),
      ...Object.fromEntries(
        entries.flatMap(([key, value], at) => [
          [`GIT_CONFIG_KEY_${at}`, key],
          [`GIT_CONFIG_VALUE_${at}`, value],
        ]),
      ),
    };
  }
}

function line(stdout: Uint8Array): string {
  return Buffer.from(stdout)
    .toString()
    .replace(/\r?\n$/, '');
}

/** What git says is wrong, without credentials in addresses. */
export function errorLine(stderr: string): string {
  const lines = stderr.split('\n').filter((each) => each.trim() !== '');
  const last = lines.findLast((each) => /^(?:fatal|error|remote): /.test(each)) ?? lines.at(-1) ?? '';
  return last.replace(/^(?:fatal|error): /, '').replace(/(\b\w+:\/\/)[^/@\s]+@/g, '$1');
}
