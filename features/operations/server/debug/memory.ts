import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';

/** Memory of one process, in bytes. */
export interface ProcessMemory {
  readonly process: string;
  readonly pid: number;
  readonly bytes: number;
}

const PAGE_BYTES = 4_096;
/** Our programs, by a part of their path. */
const PROGRAMS = [
  ['/runner/src/', 'runner'],
  ['/git/server/host-program', 'git host'],
] as const;
/** There are many sandboxes; only the largest are listed. */
const SHOWN = 20;

/** This process and its descendants, largest first; only this one if the system doesn't list others. */
export async function readMemory(): Promise<ProcessMemory[]> {
  const own = { process: 'server', pid: process.pid, bytes: process.memoryUsage.rss() };
  const all = await listProcesses().catch(() => []);
  const family = new Set([process.pid]);
  // Parents have smaller pids than their children, except in the rare case of a wrap-around.
  for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  const children = all.filter(({ pid }) => pid !== process.pid && family.has(pid)).toSorted((one, other) => other.bytes - one.bytes);
  const named = await Promise.all(
    children.slice(0, SHOWN).map(async ({ pid, bytes, name }) => ({ process: await nameOf(pid, name), pid, bytes })),
  );
  return [own, ...named];
}

async function listProcesses(): Promise<{ pid: number; parent: number; bytes: number; name: string }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const read = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
      if (stat === null) return [];
      // The second field, the name, may contain spaces and parentheses.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
      return [{ pid, name, parent: Number(fields[1]), bytes: Number(fields[21]) * PAGE_BYTES }];
    }),
  );
  return read.flat().toSorted((one, other) => one.pid - other.pid);
}

/** The script says more than the name of its interpreter. Arguments are not shown: they may contain user data. */
async function nameOf(pid: number, name: string): Promise<string> {
  const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  const script = args.slice(1).find((word) => /\.(ts|js|mjs|py|sh)$/.test(word));
  if (script === undefined) return name;
  const known = PROGRAMS.find(([part]) => script.includes(part));
  return known ? known[1] : `${name} ${basename(script)}`;
}
