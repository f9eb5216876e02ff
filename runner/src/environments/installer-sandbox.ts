import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { interpreterBinds, type Interpreter } from '#runner/python/interpreters.ts';
import type { Bind } from '#runner/sandbox/bubblewrap-arguments.ts';
import { isRoot } from '#runner/sandbox/sandbox.ts';
import { INSTALLER_USER } from '#runner/user-ids.ts';
import type { BuildGround } from './build-ground.ts';
import type { BuildHooks } from './environment-kind.ts';
import { followInstall, readAtMost } from './follow-install.ts';
import { openInstallerProxy } from './installer-proxy.ts';
import { withLimits } from './process-limits.ts';
import { CERTIFICATES, InstallError, PROGRAM_PATH, runInstaller } from './run-installer.ts';

/** Where the folder of installers is inside. */
const INSIDE = '/opt/lessonwright/installs';
const SOCKET_INSIDE = '/opt/lessonwright/index.sock';
const MODULES_INSIDE = '/opt/lessonwright/python';
const LIMIT_MS = 20 * 60_000;
const MOST_OUTPUT = 64 * 2 ** 20;
const LIMITS = { memory_bytes: 4 * 2 ** 30, disk_bytes: 2 ** 30, files: 100_000, processes: 512 };
/** Of downloads, and by how much the free space of the disk may shrink while one installer runs. */
const MOST_DOWNLOADED = 16 * 2 ** 30;
const MOST_WRITTEN = 32 * 2 ** 30;
const DISK_PAUSE_MS = 1_000;

interface InstallerRun extends BuildHooks {
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Its standard input. */
  readonly input?: string | Readable;
  /** Read only; those outside of the runner's own folder too. */
  readonly reads?: readonly Bind[];
  /** Folders of `folder()` or the cache, as paths of this machine; at `inside()` of it inside. Left out: everything. */
  readonly writes: readonly string[];
  readonly python?: Interpreter;
  /** As `host:port`; left out: it has no network at all. Needs `python`. */
  readonly hosts?: ReadonlySet<string>;
  readonly limitMs?: number;
}

/**
 * Where installers run: uv, pip and what unpacks archives. They read what strangers wrote, so that they run in the sandbox of
 * runs, as a user of their own, with their own folders alone to write to. The network they see is a proxy of ours, which
 * leads to the package index and nowhere else.
 */
export class InstallerSandbox {
  readonly #equipment: Pick<BuildGround, 'sandbox' | 'workshop'>;
  readonly #folder: string;
  #opened: Promise<void> | null = null;
  #number = Date.now();

  constructor(equipment: Pick<BuildGround, 'sandbox' | 'workshop'>) {
    this.#equipment = equipment;
    this.#folder = join(equipment.workshop.folder, 'installs');
  }

  /** Of downloads; on the disk once with what is installed from it, which needs both below one mount. */
  get cache(): string {
    return join(this.#folder, 'cache');
  }

  /** Everything that installers write. */
  get whole(): string {
    return this.#folder;
  }

  /** A new folder for one build, named by a number; the runner's own until `open` makes one of it the installers'. */
  async folder(): Promise<string> {
    this.#opened ??= this.#open();
    await this.#opened;
    this.#number += 1;
    const folder = join(this.#folder, 'new', String(this.#number));
    await mkdir(folder, { mode: 0o755 });
    return folder;
  }

  /** A new folder that installers may write to. */
  async give(folder: string): Promise<string> {
    await mkdir(folder, { mode: 0o755 });
    if (isRoot()) await chown(folder, INSTALLER_USER, INSTALLER_USER);
    return folder;
  }

  /** Its folders may be of those that nobody can write. */
  async discard(folder: string): Promise<void> {
    const quiet = { log: () => undefined, signal: new AbortController().signal };
    await runInstaller({ command: ['chmod', '-R', 'u+rwX', folder], ...quiet }).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }

  /** The path inside of something below the folder of installers. */
  inside(path: string): string {
    return path.startsWith(`${this.#folder}/`) ? `${INSIDE}${path.slice(this.#folder.length)}` : path;
  }

  /**
   * Runs an installer to its end, and returns its standard output.
   * @throws InstallError in its words when it fails; the signal's reason when it was stopped.
   */
  async run(program: InstallerRun): Promise<string> {
    const { python, hosts, environment, reads = [], writes } = program;
    const { sandbox, workshop } = this.#equipment;
    program.signal.throwIfAborted();
    await using held = new AsyncDisposableStack();
    const binds: Bind[] = [
      ...workshop.settings,
      ...(existsSync(CERTIFICATES) ? [{ source: CERTIFICATES, target: CERTIFICATES }] : []),
      { source: workshop.pythonModules, target: MODULES_INSIDE },
      ...(python ? interpreterBinds(python) : []),
      ...reads,
      ...writes.map((source) => ({ source, target: source === this.#folder ? INSIDE : this.inside(source), isWritable: true })),
    ];
    const limited = withLimits(program.command);
    let command = ['/bin/sh', '-c', 'exec "$@" 0<&3 3<&-', 'sh', ...limited];
    if (hosts && hosts.size > 0 && python) {
      this.#number += 1;
      const socketPath = join(this.#folder, 'sockets', String(this.#number));
      const proxy = await openInstallerProxy({ socketPath, hosts, mostBytes: MOST_DOWNLOADED });
      held.defer(() => proxy.close());
      await chmod(socketPath, 0o600);
      if (isRoot()) await chown(socketPath, INSTALLER_USER, INSTALLER_USER);
      binds.push({ source: socketPath, target: SOCKET_INSIDE });
      command = [python.path, '-I', `${MODULES_INSIDE}/install_bridge.py`, SOCKET_INSIDE, ...limited];
    }
    const process = await sandbox.start(INSTALLER_USER, {
      command,
      environment: {
        PATH: PROGRAM_PATH,
        HOME: '/tmp',
        TMPDIR: '/tmp',
        LANG: 'C.UTF-8',
        ...(existsSync(CERTIFICATES) ? { SSL_CERT_FILE: CERTIFICATES } : {}),
        ...environment,
      },
      binds,
      reads: [...(python?.folders ?? []), ...(await outside(reads))],
      limits: LIMITS,
      sockets: hosts && hosts.size > 0 ? 'loopback' : 'none',
      input: typeof program.input === 'string' ? program.input : '',
      keepsInput: program.input !== undefined && typeof program.input !== 'string',
    });
    let hasFilled = false;
    const stopWatch = await watchDisk(this.#folder, MOST_WRITTEN, () => {
      hasFilled = true;
      process.kill();
    });
    held.defer(stopWatch);
    let refusedInput: InstallError | null = null;
    if (program.input !== undefined && typeof program.input !== 'string')
      void pipeline(program.input, process.input).catch((error: unknown) => {
        // That the installer ended first is said by its own end.
        if (error instanceof InstallError) refusedInput = error;
        process.kill();
      });
    const log = (text: string) => program.log(this.#shown(text, python));
    const { output, said, end } = await followInstall(
      process,
      { log, signal: program.signal },
      {
        limitMs: program.limitMs ?? LIMIT_MS,
        report: (report) => readAtMost(report, 0),
        output: (stdout) => readAtMost(stdout, MOST_OUTPUT),
      },
    );
    if (refusedInput !== null) throw refusedInput as InstallError;
    const text = output?.toString('utf8') ?? '';
    if (end.exitCode === 0) return text;
    if (hasFilled) throw new InstallError('The installation takes more space on the disk than it may.');
    if (end.isOutOfMemory) throw new InstallError('The installation used more memory than it may.');
    const words = said.trim() || text.trim().slice(-8_000) || `The installer ended with ${end.exitCode ?? 'a signal'}.`;
    throw new InstallError(this.#shown(words, python));
  }

  /** Paths of this machine mean nothing to authors, and are nobody's business. */
  #shown(text: string, python: Interpreter | undefined): string {
    const folders = [this.#folder, this.#equipment.workshop.folder, INSIDE, ...(python?.folders ?? [])];
    return withoutPasswords(folders.reduce((words, folder) => words.replaceAll(folder, '…'), text));
  }

  async #open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await chmod(this.#folder, 0o711);
    await this.discard(join(this.#folder, 'new'));
    await rm(join(this.#folder, 'sockets'), { recursive: true, force: true });
    for (const name of ['new', 'sockets']) await mkdir(join(this.#folder, name), { mode: 0o711 });
    const names = await readdir(this.#folder);
    if (!names.includes('cache')) await this.give(this.cache);
    else if (isRoot() && (await stat(this.cache)).uid !== INSTALLER_USER) await this.#takeCache();
  }

  /** It was made by a runner that was not root. */
  async #takeCache(): Promise<void> {
    await this.discard(this.cache);
    await this.give(this.cache);
  }
}

/** Passwords that stand in addresses. */
export function withoutPasswords(text: string): string {
  return text.replaceAll(/(https?:\/\/)[^\s/@"']+@/g, '$1');
}

/** Of files and folders that are bound, the folders to lay on the stage. */
async function outside(reads: readonly Bind[]): Promise<string[]> {
  const found = await Promise.all(reads.map(async ({ source }) => ((await stat(source)).isDirectory() ? [source] : [])));
  return found.flat().filter((path) => !path.startsWith('/usr/'));
}

/** Ends at `most` bytes what would go on. */
export function boundBytes(most: number): Transform {
  let left = most;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      left -= piece.length;
      if (left < 0) done(new InstallError('The installation made larger files than it may.'));
      else done(null, piece);
    },
  });
}

/**
 * A folder of this machine has no size of its own, so that the free space of its disk is watched instead.
 * @returns what ends the watch.
 */
export async function watchDisk(
  folder: string,
  most: number,
  onFilled: () => void,
  free: (folder: string) => Promise<number> = freeBytes,
  pauseMs = DISK_PAUSE_MS,
): Promise<() => void> {
  const atFirst = await free(folder);
  // Never the last of it.
  const least = Math.max(atFirst - most, Math.min(atFirst / 2, 2 ** 30));
  let timer: NodeJS.Timeout | null = null;
  let isOver = false;
  const look = async () => {
    const isFilled = (await free(folder)) < least;
    if (isOver) return;
    if (isFilled) onFilled();
    else timer = setTimeout(() => void look(), pauseMs);
  };
  timer = setTimeout(() => void look(), pauseMs);
  return () => {
    isOver = true;
    if (timer) clearTimeout(timer);
  };
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: Number.MAX_SAFE_INTEGER, bsize: 1 }));
  return bavail * bsize;
}
