import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { interpreterBinds, type Interpreter } from '../python/interpreters.ts';
import type { Bind } from '../sandbox/bubblewrap-arguments.ts';
import { isRoot } from '../sandbox/sandbox.ts';
import { INSTALLER_USER } from '../user-ids.ts';
import type { BuildDeps } from './build-deps.ts';
import type { BuildHooks } from './environment-kind.ts';
import { followInstall, readAtMost } from './follow-install.ts';
import { openInstallerProxy } from './installer-proxy.ts';
import { withLimits } from './process-limits.ts';
import { CERTIFICATES, InstallError, PROGRAM_PATH, runInstaller } from './run-installer.ts';

/** Path of the installers' folder inside. */
const INSIDE = '/opt/lessonwright/installs';
const SOCKET_INSIDE = '/opt/lessonwright/index.sock';
const MODULES_INSIDE = '/opt/lessonwright/python';
const LIMIT_MS = 20 * 60_000;
const MOST_OUTPUT = 64 * 2 ** 20;
const LIMITS = { memory_bytes: 4 * 2 ** 30, disk_bytes: 2 ** 30, files: 100_000, processes: 512 };
/** Limit for downloads, and for how much the free disk space may shrink while one installer runs. */
const MOST_DOWNLOADED = 16 * 2 ** 30;
const MOST_WRITTEN = 32 * 2 ** 30;
const DISK_PAUSE_MS = 1_000;

interface InstallerRun extends BuildHooks {
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Standard input. */
  readonly input?: string | Readable;
  /** Read-only binds, including paths outside the runner's own folder. */
  readonly reads?: readonly Bind[];
  /** Folders from `folder()` or the cache, as host paths; inside they are at `inside()`. If omitted, everything. */
  readonly writes: readonly string[];
  readonly python?: Interpreter;
  /** As `host:port`; if omitted, there is no network. Needs `python`. */
  readonly hosts?: ReadonlySet<string>;
  readonly limitMs?: number;
}

/**
 * The sandbox for installers: uv, pip and what unpacks archives. They parse untrusted files, so they run in the same sandbox as
 * runs, under their own user, and can write only to their own folders. Their only network is our proxy, which reaches the package
 * index and nothing else.
 */
export class InstallerSandbox {
  readonly #deps: Pick<BuildDeps, 'sandbox' | 'folders'>;
  readonly #folder: string;
  #opened: Promise<void> | null = null;
  #number = Date.now();

  constructor(deps: Pick<BuildDeps, 'sandbox' | 'folders'>) {
    this.#deps = deps;
    this.#folder = join(deps.folders.folder, 'installs');
  }

  /** Download cache. Installed packages share its files on disk by hard links, so both must be on one mount. */
  get cache(): string {
    return join(this.#folder, 'cache');
  }

  /** Everything that installers write. */
  get whole(): string {
    return this.#folder;
  }

  /** Returns a new numbered folder for one build. It belongs to the runner until `open` hands it to the installers. */
  async folder(): Promise<string> {
    this.#opened ??= this.#open();
    await this.#opened;
    this.#number += 1;
    const folder = join(this.#folder, 'new', String(this.#number));
    await mkdir(folder, { mode: 0o755 });
    return folder;
  }

  /** Returns a new folder that installers can write to. */
  async give(folder: string): Promise<string> {
    await mkdir(folder, { mode: 0o755 });
    if (isRoot()) await chown(folder, INSTALLER_USER, INSTALLER_USER);
    return folder;
  }

  /** Its folders may be read-only. */
  async discard(folder: string): Promise<void> {
    const quiet = { log: () => undefined, signal: new AbortController().signal };
    await runInstaller({ command: ['chmod', '-R', 'u+rwX', folder], ...quiet }).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }

  /** Maps a path below the installers' folder to its path inside. */
  inside(path: string): string {
    return path.startsWith(`${this.#folder}/`) ? `${INSIDE}${path.slice(this.#folder.length)}` : path;
  }

  /**
   * Runs an installer to its end and returns its standard output.
   * @throws InstallError with its output if it fails; the signal's reason if it was canceled
   */
  async run(program: InstallerRun): Promise<string> {
    const { python, hosts, environment, reads = [], writes } = program;
    const { sandbox, folders } = this.#deps;
    program.signal.throwIfAborted();
    await using held = new AsyncDisposableStack();
    const binds: Bind[] = [
      ...folders.settings,
      ...(existsSync(CERTIFICATES) ? [{ source: CERTIFICATES, target: CERTIFICATES }] : []),
      { source: folders.pythonModules, target: MODULES_INSIDE },
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
        // A broken pipe is reported by the end of the installer itself.
        if (error instanceof InstallError) refusedInput = error;
        process.kill();
      });
    const log = (text: string) => program.log(this.#shown(text, python));
    const { output, errorOutput, end } = await followInstall(
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
    if (hasFilled) throw new InstallError('The installation exceeded its disk limit.');
    if (end.isOutOfMemory) throw new InstallError('The installation exceeded its memory limit.');
    const reason =
      errorOutput.trim() ||
      text.trim().slice(-8_000) ||
      `The installer failed (${end.exitCode === null ? 'ended by a signal' : `exit code ${end.exitCode}`}).`;
    throw new InstallError(this.#shown(reason, python));
  }

  /** Hides host paths, which mean nothing to authors and should not leak. */
  #shown(text: string, python: Interpreter | undefined): string {
    const folders = [this.#folder, this.#deps.folders.folder, INSIDE, ...(python?.folders ?? [])];
    return withoutPasswords(folders.reduce((shown, folder) => shown.replaceAll(folder, '…'), text));
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

  /** The cache may have been created by a runner that wasn't root. */
  async #takeCache(): Promise<void> {
    await this.discard(this.cache);
    await this.give(this.cache);
  }
}

/** Removes passwords from addresses. */
export function withoutPasswords(text: string): string {
  return text.replaceAll(/(https?:\/\/)[^\s/@"']+@/g, '$1');
}

/** Returns the folders to mount for the bound files and folders. */
async function outside(reads: readonly Bind[]): Promise<string[]> {
  const found = await Promise.all(reads.map(async ({ source }) => ((await stat(source)).isDirectory() ? [source] : [])));
  return found.flat().filter((path) => !path.startsWith('/usr/'));
}

/** Fails a stream that exceeds `most` bytes. */
export function boundBytes(most: number): Transform {
  let left = most;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      left -= piece.length;
      if (left < 0) done(new InstallError('The installation wrote files that are too large.'));
      else done(null, piece);
    },
  });
}

/**
 * A host folder has no size of its own, so the free space of its disk is watched instead.
 * @returns a function that stops watching
 */
export async function watchDisk(
  folder: string,
  most: number,
  onFilled: () => void,
  free: (folder: string) => Promise<number> = freeBytes,
  pauseMs = DISK_PAUSE_MS,
): Promise<() => void> {
  const atFirst = await free(folder);
  // Always leave some space.
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
