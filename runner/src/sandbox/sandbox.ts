import { open, rm } from 'node:fs/promises';
import { getuid } from 'node:process';
import { SETUP_DESCRIPTOR, bubblewrapArguments, type Bind, type SystemFolder } from './bubblewrap-arguments.ts';
import { enterCommand, sourceOf, type Entry } from './enter-command.ts';
import { NO_PROCESSOR_SHARE, NO_TOTAL_MEMORY, type MemoryGroups } from './memory-groups.ts';
import { launch, type SandboxProcess } from './sandbox-process.ts';
import type { Sockets } from './seccomp-filter.ts';

/** What a sandbox may use; the command inside bounds the rest for itself. */
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
  /** Folders outside the runner's own that `binds` lead into, such as an interpreter's. */
  readonly reads: readonly string[];
  readonly limits: SandboxLimits;
  readonly input: string | Uint8Array;
  /** More than `input` is sent to it as time goes on (`SandboxProcess.input`). */
  readonly keepsInput?: boolean;
  /**
   * The command is process 1 of its sandbox, whom no signal from inside can end or halt. It then takes care of orphans
   * itself.
   */
  readonly isFirstProcess?: boolean;
  /**
   * The command is a warm slot: trusted, it makes a sandbox of its own for each run inside. It has the rights for that in
   * its user name space, finds the filter of system calls on descriptor 5, and its runs are bounded by `SandboxProcess.bound`.
   */
  readonly isSlot?: boolean;
  /** Left out: none. */
  readonly sockets?: Sockets;
  /** A command that goes before all others and at last becomes them, such as one that opens a descriptor for the inside. */
  readonly prefix?: readonly string[];
}

export interface SandboxSettings {
  /** Path or name of bubblewrap. */
  readonly bubblewrap: string;
  /** The runner's own folder, absolute. */
  readonly folder: string;
  /** Folders that must never show inside. */
  readonly hidden: readonly string[];
  /** What this process and all that it starts may hold together, where control groups exist; left out: there is no such bound. */
  readonly memoryBytes?: number;
  /** As root: a user number that the probe of the sandbox may have. */
  readonly firstUserId: number;
}

interface Parts {
  readonly settings: SandboxSettings;
  readonly entry: Entry;
  readonly systemFolders: readonly SystemFolder[];
  readonly groups: MemoryGroups | null;
  /** The filters of system calls, assembled. */
  readonly filterFiles: Readonly<Record<Sockets, string>>;
  readonly stage: string;
}

const NO_RUN_MEMORY = 'the memory of a run by the kernel (no control group; a watchdog looks every 150 ms)';
const NO_FILE_COUNT = 'the number of files of a run (the sandbox may not mount)';

/** Programs that lead into the sandbox; the runs' own environment names its own. */
export const ENTER_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** For the interpreter and its libraries, beside what the code itself may hold. */
const LIBRARIES_BYTES = 256 * 1024 * 1024;

/** What the processes of a run may hold together. The work folder's pages are counted as memory too. */
export function heldBytes(limits: Pick<SandboxLimits, 'memory_bytes' | 'disk_bytes'>): number {
  return limits.memory_bytes + LIBRARIES_BYTES + limits.disk_bytes;
}

/** Starts runs in sandboxes, one for each. Made by `openSandbox` (open-sandbox.ts), which has seen that they hold. */
export class Sandbox {
  readonly #parts: Parts;
  #started = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** `userId`: as root, the user of the sandbox; no other one has it at the same time. */
  async start(userId: number, run: SandboxRun): Promise<SandboxProcess> {
    const { groups, filterFiles, settings, systemFolders, entry, stage } = this.#parts;
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
    const first = run.isFirstProcess === true ? ['--as-pid-1'] : [];
    const inside = [settings.bubblewrap, ...first, '--args', String(SETUP_DESCRIPTOR), '--', ...run.command];
    const processesFile = group?.processesFile ?? '';
    const entering = enterCommand({ entry, stage, userId, limits: run.limits, processesFile, reads }, inside);
    const [file = '', ...rest] = [...(run.prefix ?? []), ...entering];
    // Opened for each run, because bubblewrap reads from where the last reader stopped.
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

  /** Which bounds this machine does not let us set, in words for the person who runs the product. */
  get notEnforced(): string[] {
    const { entry, groups } = this.#parts;
    const missing = groups?.notEnforced ?? [NO_TOTAL_MEMORY, NO_PROCESSOR_SHARE];
    return entry === 'plain' ? [...new Set([...missing, NO_RUN_MEMORY, NO_FILE_COUNT])] : groups ? missing : [...missing, NO_RUN_MEMORY];
  }

  /** As root: the user of the probe. */
  get probeUserId(): number {
    return this.#parts.settings.firstUserId;
  }

  /** Once no run is left. */
  async close(): Promise<void> {
    await this.#parts.groups?.close();
    if (this.#parts.entry === 'user') await rm(this.#parts.stage, { recursive: true, force: true });
  }
}

export function isRoot(): boolean {
  return getuid?.() === 0;
}
