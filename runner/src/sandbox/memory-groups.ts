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

/** Where groups can be made. */
export interface MemoryGroups {
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

/** Finds a place where this process may make groups and move processes into them; null where there is none. */
export async function findMemoryGroups(): Promise<MemoryGroups | null> {
  const text = await readFile('/proc/self/cgroup', 'utf8').catch(() => '');
  for (const { kind, parent } of candidates(text)) {
    if (!(await isUsable(kind, parent))) continue;
    await removeStale(parent);
    return { create: (name, limits) => createGroup(kind, join(parent, `${PREFIX}-${process.pid}-${name}`), limits) };
  }
  return null;
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
    const pid = Number(new RegExp(`^${PREFIX}-(\\d+)-`).exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || pid === process.pid || isAlive(pid)) continue;
    await rmdir(join(parent, name)).catch(() => undefined);
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
