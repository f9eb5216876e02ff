import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 10;

/** The server process of a cluster, as described by its `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  /** It accepts connections. */
  readonly isReady: boolean;
}

/**
 * Returns the PostgreSQL running on this cluster; null if there is none. The pid in the file isn't proof: after a crash
 * it may belong to another process. The real server has the cluster as its working folder.
 */
export function findPostmaster(cluster: string): Postmaster | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    if (!Number.isInteger(pid) || pid <= 1) return null;
    const [works, folder] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)];
    if (works.ino !== folder.ino || works.dev !== folder.dev) return null;
    return { pid, isReady: lines.some((line) => line.trim() === 'ready') };
  } catch {
    return null;
  }
}

/**
 * How long the server gets for each way of stopping: finishing open statements, or quitting and recovering on the next
 * start.
 */
export interface StopLimits {
  readonly fastMs: number;
  readonly immediateMs: number;
}

export const STOP_LIMITS: StopLimits = { fastMs: 20_000, immediateMs: 5_000 };

/** Stops the PostgreSQL running on this cluster, if any: gracefully first, then by force. */
export async function stopPostmaster(cluster: string, limits: StopLimits = STOP_LIMITS): Promise<void> {
  const steps = [
    ['SIGINT', limits.fastMs],
    ['SIGQUIT', limits.immediateMs],
    ['SIGKILL', limits.immediateMs],
  ] as const;
  for (const [signal, limitMs] of steps) {
    const found = findPostmaster(cluster);
    if (found === null) return;
    try {
      process.kill(found.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    const end = Date.now() + limitMs;
    while (Date.now() < end && findPostmaster(cluster)?.pid === found.pid) await sleep(LOOK_EVERY_MS);
  }
}
