import type { RunLimit } from './run-outcome.ts';
import type { RunLimits } from './runner-protocol.ts';

// Apart from the schemas, so that pages show the texts without zod.

/** How much of what a limit is about a run may use: seconds, bytes or a count. */
export function limitAt(limit: RunLimit, limits: RunLimits): number {
  const at: Record<RunLimit, number> = {
    time: limits.wall_seconds,
    cpu: limits.cpu_seconds,
    memory: limits.memory_bytes,
    processes: limits.processes,
    disk: limits.disk_bytes,
    output: limits.stream_bytes,
  };
  return at[limit];
}

/** Why a run was stopped or cut short. @param at as {@link limitAt}; null: not known. */
export function limitText(limit: RunLimit, at: number | null): string {
  const most = (unit: number, name: string) => (at === null ? 'a run may' : `${Math.round((at / unit) * 10) / 10} ${name}`);
  const seconds = at === 1 ? 'second' : 'seconds';
  switch (limit) {
    case 'time':
      return `Stopped: the code ran longer than ${most(1, `${seconds}, the time limit of this lesson`)}.`;
    case 'cpu':
      return `Stopped: the code used more processor time than ${most(1, seconds)}.`;
    case 'memory':
      return `Stopped: the code used more memory than ${most(2 ** 20, 'MB')}.`;
    case 'processes':
      return `Stopped: the code started more processes than ${at === null ? 'a run may' : `the ${at} that it may have`}.`;
    case 'disk':
      return `Stopped: the code wrote more to the disk than ${most(2 ** 20, 'MB')}.`;
    case 'output':
      return `Stopped: the code wrote more output than ${most(2 ** 10, 'kB')}.`;
  }
}
