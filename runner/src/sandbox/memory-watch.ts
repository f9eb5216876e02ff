import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { MemoryGroup } from './memory-groups.ts';

const PAUSE_MS = 150;
/** The kernel counts resident pages on each processor, so that their sum may lag behind. */
const INEXACT_BYTES = 32 * 1024 * 1024;
/** If the kernel killed the program itself, its supervisor still gets this long to report. */
const REPORT_MS = 1_000;

/**
 * Polls a run's memory and calls `onExhausted` when it exceeds its limit. With a control group, the kernel has then killed one of
 * its processes; without one, the processes together use more than `bytes`.
 *
 * @param pid the sandbox's first process, ancestor of all others, including orphans
 * @returns a function that stops watching
 */
export function watchMemory(pid: number, bytes: number, group: MemoryGroup | null, onExhausted: () => void): () => void {
  let timer: NodeJS.Timeout | null = null;
  let isOver = false;
  const look = async () => {
    const isExhausted = group ? await group.isExhausted() : await holdsMore(pid, bytes);
    if (isOver) return;
    timer = isExhausted ? setTimeout(onExhausted, group ? REPORT_MS : 0) : setTimeout(() => void look(), PAUSE_MS);
  };
  void look();
  return () => {
    isOver = true;
    if (timer) clearTimeout(timer);
  };
}

/**
 * Whether a process and its descendants use more. The exact number takes the kernel longer the more they use, and processes that wait for
 * their run are watched as well; so it is asked for only if the processes might use that much.
 */
async function holdsMore(pid: number, bytes: number): Promise<boolean> {
  return residentBytes(pid) + INEXACT_BYTES > bytes && (await heldBy(pid)) > bytes;
}

/** More than they use: shared pages count for each. Read at once, because a promise for each file takes longer than reading it. */
function residentBytes(pid: number): number {
  const own = Number(/^VmRSS:\s+(\d+) kB$/m.exec(readNow(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
  return pidsIn(readNow(`/proc/${pid}/task/${pid}/children`)).reduce((sum, child) => sum + residentBytes(child), own);
}

function readNow(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
}

/** Bytes used by a process and its descendants; shared pages are divided among them. Exited processes count as zero. */
async function heldBy(pid: number): Promise<number> {
  const [own, children] = await Promise.all([proportionalBytes(pid), childrenOf(pid)]);
  const below = await Promise.all(children.map(heldBy));
  return below.reduce((sum, bytes) => sum + bytes, own);
}

async function proportionalBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024;
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return pidsIn(text);
}

function pidsIn(text: string): number[] {
  return text.split(' ').filter(Boolean).map(Number);
}
