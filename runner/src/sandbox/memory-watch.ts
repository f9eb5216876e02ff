import { readFile } from 'node:fs/promises';
import type { MemoryGroup } from './memory-groups.ts';

const PAUSE_MS = 150;
/** When the kernel has ended the program itself, its supervisor still tells what was known. */
const TELL_MS = 1_000;

/**
 * Looks again and again whether a run holds more memory than it may, and calls `onExhausted` once it does. Where a control
 * group bounds it, the kernel has then ended one of its processes; otherwise what all hold together is more than `bytes`.
 *
 * @param pid of the sandbox's first process, from which all others descend: orphans fall to it.
 * @returns what ends the watch.
 */
export function watchMemory(pid: number, bytes: number, group: MemoryGroup | null, onExhausted: () => void): () => void {
  let timer: NodeJS.Timeout | null = null;
  let isOver = false;
  const look = async () => {
    const isExhausted = group ? await group.isExhausted() : (await heldBy(pid)) > bytes;
    if (isOver) return;
    timer = isExhausted ? setTimeout(onExhausted, group ? TELL_MS : 0) : setTimeout(() => void look(), PAUSE_MS);
  };
  void look();
  return () => {
    isOver = true;
    if (timer) clearTimeout(timer);
  };
}

/** Bytes of a process and of all below it; what several share is divided between them. Gone ones count nothing. */
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
  return text.split(' ').filter(Boolean).map(Number);
}
