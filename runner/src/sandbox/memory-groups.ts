import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, readdir, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A control group of one run: what its processes hold together is bounded, page cache and tmpfs included. */
export interface MemoryGroup {
  /** A process that writes its number into this file belongs to the group, with all that it starts. */
  readonly processesFile: string;
  /** Whether the kernel ended a process of the group for want of memory, since the last `forget`. */
  isExhausted(): Promise<boolean>;
  /** Another bound from now on, for another run. */
  resize(bytes: number): Promise<void>;
  /** What happened until now no longer counts. */
  forget(): Promise<void>;
  /** Once the processes are gone. */
  remove(): Promise<void>;
}

export const NO_TOTAL_MEMORY = 'the memory of all runs together (no control group for memory)';
export const NO_PROCESSOR_SHARE = 'the share of the processors of all runs together (no control group for processors)';

/** Where groups can be made. */
export interface MemoryGroups {
  /** What could not be bounded for the runner and all that it starts, in words. */
  readonly notEnforced: string[];
  /** Once nothing runs any more: this process leaves the groups, and they are removed. */
  close(): Promise<void>;
  create(name: string, limits: { bytes: number; processes: number }): Promise<MemoryGroup>;
}

interface Kind {
  /** Files and what is written into them. Those of `optional` are left out where the kernel lacks them. */
  readonly required: (limits: { bytes: number; processes: number }) => [file: string, text: string][];
  readonly optional: (limits: { bytes: number; processes: number }) => [file: string, text: string][];
  readonly resized: (bytes: number) => [[file: string, text: string], ...[file: string, text: string][]];
  readonly events: string;
}

const ROOT = '/sys/fs/cgroup';
const PREFIX = 'lessonwright';
/** In a group that has others below it: that of this process. */
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

/** Of the processors, where all that want them share: half of what everything else has. */
const PROCESSOR_SHARE = { shares: '512', weight: '50' };

/**
 * Finds a place where this process may make groups and move processes into them; null where there is none. This process, and
 * with it all that it starts, then goes into a group with one bound for all, inside which each run has its own.
 *
 * @param totalBytes undefined: this process stays where it is.
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

/** The group of the runner and all that it starts. Null: it cannot be had, and nothing has changed. */
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
      // A group of version 2 has processes or groups below it, so that this process has one of its own.
      for (const controller of ['+memory', '+pids']) await set('cgroup.subtree_control', controller);
      hasProcessors = await set('cpu.weight', PROCESSOR_SHARE.weight);
    } else {
      await set('memory.use_hierarchy', '1');
    }
    if (!(await isUsable(kind, folder))) throw new Error('Nothing can be made in it.');
    await mkdir(join(folder, OWN));
    await writeFile(join(folder, OWN, 'cgroup.procs'), String(process.pid), { flag: 'r+' });
    return { folder, hasProcessors };
  } catch {
    await removeTree(folder);
    return null;
  }
}

/** Version 1 has processors apart from memory. Null: there is no such group to be had. */
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

/** Takes this process out of a group, to where it came from, and removes the group. */
async function leaveGroup(folder: string): Promise<void> {
  await writeFile(join(dirname(folder), 'cgroup.procs'), String(process.pid), { flag: 'r+' }).catch(() => undefined);
  await removeTree(folder);
}

/** Groups are removed from the inside; one that still has processes stays. */
async function removeTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await removeTree(join(folder, entry.name));
  await rmdir(folder).catch(() => undefined);
}

/** Below our own group first; in a container the path may be the host's, and then the root is ours. */
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
    // `r+`: a limit that this kernel does not know must fail, not make a file.
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
      // One bound may not pass the other: which goes first depends on the way, so the first is tried before and after.
      for (const [file, text] of [first, ...others]) await writeFile(join(folder, file), text, { flag: 'r+' }).catch(() => undefined);
      await writeFile(join(folder, first[0]), first[1], { flag: 'r+' });
    },
    forget: async () => {
      forgotten = await endings();
    },
    remove: () => removeGroup(folder),
  };
}

/** The kernel lets go of a group a moment after its last process. */
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

/** Groups of runners that were killed. */
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
