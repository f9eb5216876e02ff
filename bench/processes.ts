import { readdir, readFile } from 'node:fs/promises';

const KB_PER_MB = 1024;

export interface ProcessMemory {
  readonly pid: number;
  /** Its command, shortened. */
  readonly name: string;
  /** Its own memory plus its share of shared memory (PSS), in MB. */
  readonly megabytes: number;
}

/** A process and its descendants, with their memory, largest first (Linux). */
export async function memoryOfTree(root: number): Promise<ProcessMemory[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The name of the program is in brackets, and may contain brackets.
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isOfTree = (pid: number): boolean => pid === root || (parents.has(pid) && isOfTree(parents.get(pid) ?? 0));
  const found = await Promise.all([...parents.keys()].filter(isOfTree).map(memoryOf));
  return found.filter((memory) => memory !== null).toSorted((one, other) => other.megabytes - one.megabytes);
}

/** Null for a process that has ended. */
async function memoryOf(pid: number): Promise<ProcessMemory | null> {
  try {
    const sums = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').filter((word) => word !== '');
    return { pid, name: shortName(command), megabytes: Number(/^Pss:\s+(\d+) kB/m.exec(sums)?.[1] ?? 0) / KB_PER_MB };
  } catch {
    return null;
  }
}

function shortName(command: readonly string[]): string {
  const words = command.filter((word) => !word.startsWith('-')).slice(0, 3);
  return words.map((word) => word.split('/').slice(-1).join('').slice(0, 30)).join(' ');
}

export function totalOf(processes: readonly ProcessMemory[]): number {
  return processes.reduce((sum, { megabytes }) => sum + megabytes, 0);
}
