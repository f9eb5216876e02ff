import { open, rm } from 'node:fs/promises';
import { getuid } from 'node:process';
import { SETUP_DESCRIPTOR, bubblewrapArguments, type Bind, type SystemFolder } from './bubblewrap-arguments.ts';
import { enterCommand, sourceOf, type Entry } from './enter-command.ts';
import { NO_PROCESSOR_SHARE, NO_TOTAL_MEMORY, type MemoryGroups } from './memory-groups.ts';
import { launch, startCommand, type SandboxProcess } from './sandbox-process.ts';
import type { Sockets } from './seccomp-filter.ts';

/** Limits of a sandbox; the command inside enforces the rest itself. */
interface SandboxLimits {
  readonly memory_bytes: number;
  readonly disk_bytes: number;
  readonly files: number;
  readonly processes: number;
}

export interface SandboxRun {
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly binds: readonly Bind[];
  /** Folders outside the runner's own that `binds` refer to, such as an interpreter's. */
  readonly reads: readonly string[];
  readonly limits: SandboxLimits;
  readonly input: string | Uint8Array;
  /** More input will follow (`SandboxProcess.input`). */
  readonly keepsInput?: boolean;
  /** The command is process 1 of its sandbox, which no signal from inside can end or stop. It must then reap orphans itself. */
  readonly isFirstProcess?: boolean;
  /**
   * The command is a warm slot: trusted code that creates its own sandbox for each run. It has the capabilities for that in its
   * user namespace, finds the system call filter on descriptor 5, and its runs are limited by `SandboxProcess.bound`.
   */
  readonly isSlot?: boolean;
  /** Omitted: none. */
  readonly sockets?: Sockets;
  /** A command that runs first and finally executes the others, such as one that opens a descriptor for the inside. */
  readonly prefix?: readonly string[];
}

export interface SandboxSettings {
  /** Path or name of bubblewrap. */
  readonly bubblewrap: string;
  /** The runner's own folder, absolute. */
  readonly folder: string;
  /** Folders that must never be visible inside. */
  readonly hidden: readonly string[];
  /** Memory limit for this process and everything it starts, if control groups exist; no limit if omitted. */
  readonly memoryBytes?: number;
  /** As root: a user id for the probe. */
  readonly firstUserId: number;
}

interface SandboxDeps {
  readonly settings: SandboxSettings;
  readonly entry: Entry;
  readonly systemFolders: readonly SystemFolder[];
  readonly groups: MemoryGroups | null;
  /** The assembled system call filters. */
  readonly filterFiles: Readonly<Record<Sockets, string>>;
  readonly stage: string;
}

const NO_RUN_MEMORY = 'memory of a run by the kernel (no control group; polled every 150 ms instead)';
const NO_FILE_COUNT = 'number of files of a run (the sandbox may not mount)';

/** Path of the programs that lead into the sandbox; runs have their own. */
export const ENTER_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** For the interpreter and its libraries, in addition to what the code may use. */
const LIBRARIES_BYTES = 256 * 1024 * 1024;

/** Memory limit for the processes of a run. Pages of the work folder count as memory too. */
export function heldBytes(limits: Pick<SandboxLimits, 'memory_bytes' | 'disk_bytes'>): number {
  return limits.memory_bytes + LIBRARIES_BYTES + limits.disk_bytes;
}

/** Starts each run in its own sandbox. Created by `openSandbox` (open-sandbox.ts), which has verified that sandboxes work. */
export class Sandbox {
  readonly #deps: SandboxDeps;
  #started = 0;

  constructor(deps: SandboxDeps) {
    this.#deps = deps;
  }

  /** @param userId as root, the user of the sandbox; no other sandbox may use it at the same time */
  async start(userId: number, run: SandboxRun): Promise<SandboxProcess> {
    const { groups, filterFiles, settings, systemFolders, entry, stage } = this.#deps;
    this.#started += 1;
    const reads = [settings.folder, ...run.reads];
    const memoryBytes = heldBytes(run.limits);
    const group =
      entry === 'plain'
        ? null
        : ((await groups?.create(String(this.#started), { bytes: memoryBytes, processes: run.limits.processes * 2 })) ?? null);
    const setup = bubblewrapArguments({
      systemFolders,
      hidden: settings.hidden,
      isSlot: run.isSlot ?? false,
      binds: run.binds.map((bind) => ({ ...bind, source: sourceOf(entry, stage, reads, bind.source) })),
      scratch: entry === 'plain' ? { kind: 'plain', bytes: run.limits.disk_bytes } : { kind: 'stage', folder: stage },
    });
    const command = startCommand(run.command, run.isFirstProcess ?? false);
    const inside = [settings.bubblewrap, '--as-pid-1', '--args', String(SETUP_DESCRIPTOR), '--', ...command];
    const processesFile = group?.processesFile ?? '';
    const entering = enterCommand({ entry, stage, userId, limits: run.limits, processesFile, reads }, inside);
    const [file = '', ...rest] = [...(run.prefix ?? []), ...entering];
    // Open it for each run: bubblewrap reads from where the last reader stopped.
    const filter = await open(filterFiles[run.sockets ?? 'none'], 'r');
    try {
      return launch({
        file,
        arguments: rest,
        environment: { PATH: ENTER_PATH, ...run.environment },
        ids: entry === 'plain' && isRoot() ? { uid: userId, gid: userId } : null,
        filter: filter.fd,
        setup,
        input: run.input,
        keepsInput: run.keepsInput ?? false,
        memoryBytes,
        isWatched: run.isSlot !== true,
        group,
      });
    } finally {
      await filter.close();
    }
  }

  /** Limits that this machine doesn't support, for the operator. */
  get notEnforced(): string[] {
    const { entry, groups } = this.#deps;
    const missing = groups?.notEnforced ?? [NO_TOTAL_MEMORY, NO_PROCESSOR_SHARE];
    return entry === 'plain' ? [...new Set([...missing, NO_RUN_MEMORY, NO_FILE_COUNT])] : groups ? missing : [...missing, NO_RUN_MEMORY];
  }

  /** As root: the user of the probe. */
  get probeUserId(): number {
    return this.#deps.settings.firstUserId;
  }

  /** Call when all runs have ended. */
  async close(): Promise<void> {
    await this.#deps.groups?.close();
    if (this.#deps.entry === 'user') await rm(this.#deps.stage, { recursive: true, force: true });
  }
}

export function isRoot(): boolean {
  return getuid?.() === 0;
}
