import { readFile } from 'node:fs/promises';

const PAUSE_MS = 150;

/**
 * Where no control group bounds a run: sums what its processes hold, again and again, and calls `onExhausted` once it is
 * more than `bytes`. Every process of a sandbox descends from `pid`, because orphans fall to the sandbox's first process.
 *
 * @returns what ends the watch.
 */
export function watchMemory(pid: number, bytes: number, onExhausted: () => void): () => void {
  let timer: NodeJS.Timeout | null = null;
  let isOver = false;
  const look = async () => {
    const held = await heldBy(pid);
    if (isOver) return;
    if (held > bytes) onExhausted();
    else timer = setTimeout(() => void look(), PAUSE_MS);
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
