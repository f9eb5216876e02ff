import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, readdir, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A control group of one run. Limits what its processes use together, page cache and tmpfs included. */
export interface MemoryGroup {
  /** A process that writes its id into this file joins the group, with everything it starts. */
  readonly processesFile: string;
  /** Whether the kernel killed a process of the group for lack of memory since the last `forget`. */
  isExhausted(): Promise<boolean>;
  /** Changes the limit, for another run. */
  resize(bytes: number): Promise<void>;
  /** Resets `isExhausted`. */
  forget(): Promise<void>;
  /** Call when all processes are gone. */
  remove(): Promise<void>;
}

export const NO_TOTAL_MEMORY = 'total memory of all runs (no memory control group)';
export const NO_PROCESSOR_SHARE = 'CPU share of all runs (no CPU control group)';

/** A parent where groups can be created. */
export interface MemoryGroups {
  /** Limits that could not be set for the runner and everything it starts, in words. */
  readonly notEnforced: string[];
  /** Call when nothing runs any more: this process leaves the groups, and they are removed. */
  close(): Promise<void>;
  create(name: string, limits: { bytes: number; processes: number }): Promise<MemoryGroup>;
}

interface Kind {
  /** Files and the values written to them. Those of `optional` are skipped if the kernel lacks them. */
  readonly required: (limits: { bytes: number; processes: number }) => [file: string, text: string][];
  readonly optional: (limits: { bytes: number; processes: number }) => [file: string, text: string][];
  readonly resized: (bytes: number) => [[file: string, text: string], ...[file: string, text: string][]];
  readonly events: string;
}

const ROOT = '/sys/fs/cgroup';
const PREFIX = 'lessonwright';
/** This process's own group, inside one that has children. */
const OWN = 'runner';
const MOST_PROCESSES = 16_384;
const REMOVE_ATTEMPTS = 20;
const REMOVE_PAUSE_MS = 50;

const VERSION_1: Kind = {
  required: ({ bytes }) => [['memory.limit_in_bytes', String(bytes)]],
  optional: ({ bytes }) => [['memory.memsw.limit_in_bytes', String(bytes)]],
  resized: (bytes) => [
    ['memory.limit_in_bytes', String(bytes)],
    ['memory.memsw.limit_in_bytes', String(bytes)],
  ],
  events: 'memory.oom_control',
};
const VERSION_2: Kind = {
  required: ({ bytes }) => [['memory.max', String(bytes)]],
  optional: ({ processes }) => [
    ['memory.swap.max', '0'],
    ['pids.max', String(processes)],
  ],
  resized: (bytes) => [['memory.max', String(bytes)]],
  events: 'memory.events',
};

/** CPU weight: half of what everything else gets when there is contention. */
const PROCESSOR_SHARE = { shares: '512', weight: '50' };

/**
 * Finds a parent in which this process can create groups and move processes; null if there is none. This process, and everything
 * it starts, then moves into a group with one limit for all, which contains a group for each run.
 *
 * @param totalBytes undefined: this process stays in its group
 */
export async function findMemoryGroups(totalBytes: number | undefined): Promise<MemoryGroups | null> {
  const text = await readFile('/proc/self/cgroup', 'utf8').catch(() => '');
  for (const { kind, parent } of candidates(text)) {
    if (!(await isUsable(kind, parent))) continue;
    await removeStale(parent);
    const whole = totalBytes === undefined ? null : await enterWhole(kind, parent, totalBytes);
    const processors = kind === VERSION_2 || totalBytes === undefined ? null : await enterProcessorGroup(text);
    const hasProcessors = processors !== null || (whole?.hasProcessors ?? false);
    return {
      notEnforced: [...(whole ? [] : [NO_TOTAL_MEMORY]), ...(hasProcessors ? [] : [NO_PROCESSOR_SHARE])],
      create: (name, limits) => createGroup(kind, join(whole?.folder ?? parent, `${PREFIX}-${process.pid}-${name}`), limits),
      close: async () => {
        for (const folder of [whole?.folder, processors]) if (folder !== undefined && folder !== null) await leaveGroup(folder);
      },
    };
  }
  return null;
}

/** Creates the group of the runner and everything it starts. Null if that isn't possible; nothing has changed then. */
async function enterWhole(kind: Kind, parent: string, totalBytes: number): Promise<{ folder: string; hasProcessors: boolean } | null> {
  const folder = join(parent, `${PREFIX}-${process.pid}`);
  const set = (file: string, text: string) =>
    writeFile(join(folder, file), text, { flag: 'r+' }).then(
      () => true,
      () => false,
    );
  try {
    await createGroup(kind, folder, { bytes: totalBytes, processes: MOST_PROCESSES });
    let hasProcessors = false;
    if (kind === VERSION_2) {
      // A version 2 group contains either processes or groups, so this process needs its own.
      for (const controller of ['+memory', '+pids']) await set('cgroup.subtree_control', controller);
      hasProcessors = await set('cpu.weight', PROCESSOR_SHARE.weight);
    } else {
      await set('memory.use_hierarchy', '1');
    }
    if (!(await isUsable(kind, folder))) throw new Error('No groups can be created in it.');
    await mkdir(join(folder, OWN));
    await writeFile(join(folder, OWN, 'cgroup.procs'), String(process.pid), { flag: 'r+' });
    return { folder, hasProcessors };
  } catch {
    await removeTree(folder);
    return null;
  }
}

/** In version 1 CPU is separate from memory. Null: no such group is available. */
async function enterProcessorGroup(text: string): Promise<string | null> {
  for (const line of text.split('\n')) {
    const [, controllers = '', path = ''] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
    if (!controllers.split(',').includes('cpu')) continue;
    for (const parent of [join(ROOT, controllers, path), join(ROOT, 'cpu', path), join(ROOT, 'cpu')]) {
      const folder = join(parent, `${PREFIX}-${process.pid}`);
      try {
        await removeStale(parent);
        await mkdir(folder);
        await writeFile(join(folder, 'cpu.shares'), PROCESSOR_SHARE.shares, { flag: 'r+' });
        await mkdir(join(folder, OWN));
        await writeFile(join(folder, OWN, 'cgroup.procs'), String(process.pid), { flag: 'r+' });
        return folder;
      } catch {
        await removeTree(folder);
      }
    }
  }
  return null;
}

/** Moves this process back to its original group and removes this one. */
async function leaveGroup(folder: string): Promise<void> {
  await writeFile(join(dirname(folder), 'cgroup.procs'), String(process.pid), { flag: 'r+' }).catch(() => undefined);
  await removeTree(folder);
}

/** Removes groups from the innermost outwards; one that still has processes stays. */
async function removeTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await removeTree(join(folder, entry.name));
  await rmdir(folder).catch(() => undefined);
}

/** Our own group first. In a container the path may be the host's; then our group is the root. */
function candidates(text: string): { kind: Kind; parent: string }[] {
  return text.split('\n').flatMap((line) => {
    const [, number, controllers = '', path = ''] = /^(\d+):([^:]*):(\/.*)$/.exec(line) ?? [];
    if (number === '0' && controllers === '') {
      const own = join(ROOT, path);
      return [own, dirname(own)].filter((parent) => parent.startsWith(ROOT)).map((parent) => ({ kind: VERSION_2, parent }));
    }
    if (!controllers.split(',').includes('memory')) return [];
    const base = join(ROOT, 'memory');
    return [join(base, path), base].map((parent) => ({ kind: VERSION_1, parent }));
  });
}

async function isUsable(kind: Kind, parent: string): Promise<boolean> {
  try {
    const group = await createGroup(kind, join(parent, `${PREFIX}-${process.pid}-probe`), { bytes: 64 * 1024 * 1024, processes: 16 });
    const child = spawn('sh', ['-c', 'echo $$ > "$1"', 'sh', group.processesFile], { stdio: 'ignore' });
    const [code] = (await once(child, 'exit')) as [number | null];
    await group.remove();
    return code === 0;
  } catch {
    return false;
  }
}

async function createGroup(kind: Kind, folder: string, limits: { bytes: number; processes: number }): Promise<MemoryGroup> {
  await mkdir(folder);
  try {
    // `r+`: an unknown limit must fail instead of creating a file.
    for (const [file, text] of kind.required(limits)) await writeFile(join(folder, file), text, { flag: 'r+' });
    for (const [file, text] of kind.optional(limits)) await writeFile(join(folder, file), text, { flag: 'r+' }).catch(() => undefined);
  } catch (error) {
    await rmdir(folder).catch(() => undefined);
    throw error;
  }
  const endings = async () => {
    const events = await readFile(join(folder, kind.events), 'utf8').catch(() => '');
    return Number(/^oom_kill (\d+)$/m.exec(events)?.[1] ?? 0);
  };
  let forgotten = 0;
  return {
    processesFile: join(folder, 'cgroup.procs'),
    isExhausted: async () => (await endings()) > forgotten,
    resize: async (bytes) => {
      const [first, ...others] = kind.resized(bytes);
      // One limit may not exceed the other, and the order depends on the direction, so try the first one before and after.
      for (const [file, text] of [first, ...others]) await writeFile(join(folder, file), text, { flag: 'r+' }).catch(() => undefined);
      await writeFile(join(folder, first[0]), first[1], { flag: 'r+' });
    },
    forget: async () => {
      forgotten = await endings();
    },
    remove: () => removeGroup(folder),
  };
}

/** The kernel releases a group a moment after its last process. */
async function removeGroup(folder: string): Promise<void> {
  for (let attempt = 1; attempt <= REMOVE_ATTEMPTS; attempt += 1) {
    try {
      await rmdir(folder);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      await sleep(REMOVE_PAUSE_MS);
    }
  }
}

/** Removes groups of runners that were killed. */
async function removeStale(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(new RegExp(`^${PREFIX}-(\\d+)(-|$)`).exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || pid === process.pid || isAlive(pid)) continue;
    await removeTree(join(parent, name));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
