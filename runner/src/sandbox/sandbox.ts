import { access, constants, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { arch, getuid } from 'node:process';
import { assemble } from './bpf.ts';
import { SETUP_DESCRIPTOR, bubblewrapArguments, type Bind, type SystemFolder } from './bubblewrap-arguments.ts';
import { enterCommand, sourceOf, type Entry } from './enter-command.ts';
import { findMemoryGroups, type MemoryGroups } from './memory-groups.ts';
import { probe } from './probe.ts';
import { launch, type SandboxProcess } from './sandbox-process.ts';
import { seccompFilter } from './seccomp-filter.ts';
import { findSystemFolders } from './system-folders.ts';
import { ARCHITECTURES } from './syscalls.ts';

/** What a sandbox may use; the command inside bounds the rest for itself. */
export interface SandboxLimits {
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
  readonly input: string;
}

export interface SandboxSettings {
  /** Path or name of bubblewrap. */
  readonly bubblewrap: string;
  /** The runner's own folder, absolute. */
  readonly folder: string;
  /** Folders that must never show inside. */
  readonly hidden: readonly string[];
  /** As root, slot `n` runs as the user of this number plus `n`. */
  readonly firstUserId: number;
}

interface Parts {
  readonly settings: SandboxSettings;
  readonly entry: Entry;
  readonly systemFolders: readonly SystemFolder[];
  readonly groups: MemoryGroups | null;
  /** The filter of system calls, assembled. */
  readonly filterFile: string;
  readonly stage: string;
}

export type SandboxState = { readonly ok: true; readonly sandbox: Sandbox } | { readonly ok: false; readonly reason: string };

/** Programs that lead into the sandbox; the runs' own environment names its own. */
const ENTER_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** For the interpreter and its libraries, beside what the code itself may hold. */
const LIBRARIES_BYTES = 256 * 1024 * 1024;
const ROOT_STAGE = '/run/lessonwright-sandbox';

/** Starts runs in sandboxes, one for each. Made by `openSandbox`, which has seen that they hold. */
export class Sandbox {
  readonly #parts: Parts;
  #started = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** `slot`: a number that no other run has at the same time; as root it has a user of its own. */
  async start(slot: number, run: SandboxRun): Promise<SandboxProcess> {
    const { groups, filterFile, settings, systemFolders, entry, stage } = this.#parts;
    this.#started += 1;
    const reads = [settings.folder, ...run.reads];
    // The work folder's pages are counted as memory too.
    const memoryBytes = run.limits.memory_bytes + LIBRARIES_BYTES + run.limits.disk_bytes;
    const group =
      entry === 'plain'
        ? null
        : ((await groups?.create(String(this.#started), { bytes: memoryBytes, processes: run.limits.processes * 2 })) ?? null);
    const id = settings.firstUserId + slot;
    const setup = bubblewrapArguments({
      systemFolders,
      hidden: settings.hidden,
      binds: run.binds.map((bind) => ({ ...bind, source: sourceOf(entry, stage, reads, bind.source) })),
      scratch: entry === 'plain' ? { kind: 'plain', bytes: run.limits.disk_bytes } : { kind: 'stage', folder: stage },
    });
    const inside = [settings.bubblewrap, '--args', String(SETUP_DESCRIPTOR), '--', ...run.command];
    const processesFile = group?.processesFile ?? '';
    const [file = '', ...rest] = enterCommand({ entry, stage, userId: id, limits: run.limits, processesFile, reads }, inside);
    // Opened for each run, because bubblewrap reads from where the last reader stopped.
    const filter = await open(filterFile, 'r');
    try {
      return launch({
        file,
        arguments: rest,
        environment: { PATH: ENTER_PATH, ...run.environment },
        ids: entry === 'plain' && isRoot() ? { uid: id, gid: id } : null,
        filter: filter.fd,
        setup,
        input: run.input,
        memoryBytes,
        group,
      });
    } finally {
      await filter.close();
    }
  }

  /** Once no run is left. */
  async close(): Promise<void> {
    if (this.#parts.entry === 'user') await rm(this.#parts.stage, { recursive: true, force: true });
  }
}

function isRoot(): boolean {
  return getuid?.() === 0;
}

/** Finds the strictest way into a sandbox that works here, by trying it; says in words why there is none. */
export async function openSandbox(settings: SandboxSettings): Promise<SandboxState> {
  const architecture = ARCHITECTURES.find((name) => name === arch);
  if (!architecture) return { ok: false, reason: `There is no sandbox for this processor (${arch}); it needs x64 or arm64.` };
  const bubblewrap = await findProgram(settings.bubblewrap);
  if (!bubblewrap) {
    return {
      ok: false,
      reason: 'bubblewrap, which makes the sandbox, is not installed. Install it (apt install bubblewrap) and start again.',
    };
  }
  const filterFile = join(settings.folder, 'seccomp.bpf');
  await writeFile(filterFile, assemble(seccompFilter(architecture)));
  const systemFolders = await findSystemFolders();
  const groups = await findMemoryGroups();
  const common = { settings: { ...settings, bubblewrap }, systemFolders, groups, filterFile };
  let reason = '';
  for (const entry of isRoot() ? (['root', 'plain'] as const) : (['user', 'plain'] as const)) {
    const stage = entry === 'root' ? ROOT_STAGE : join(settings.folder, 'stage');
    if (entry !== 'plain') await mkdir(stage, { recursive: true, mode: 0o711 }).catch(() => undefined);
    const sandbox = new Sandbox({ ...common, entry, stage });
    const problem = await probe(sandbox, settings.folder);
    if (problem === null) return { ok: true, sandbox };
    reason ||= problem;
  }
  return { ok: false, reason };
}

async function findProgram(name: string): Promise<string | null> {
  const places = name.includes('/') ? [resolve(name)] : ENTER_PATH.split(':').map((folder) => join(folder, name));
  for (const place of places) {
    if (
      await access(place, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return place;
  }
  return null;
}
