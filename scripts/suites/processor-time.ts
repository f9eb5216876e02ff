import { readFileSync } from 'node:fs';

/** Of a second, on every Linux that Node runs on. */
const TICKS = 100;

/**
 * Seconds of processor time, in user and kernel, of everything that this process started and that has ended, with what those started
 * and waited for. Node does not know it, Linux does. Null elsewhere.
 */
export function childrenSeconds(): number | null {
  try {
    return readChildrenSeconds(readFileSync('/proc/self/stat', 'utf8'));
  } catch {
    return null;
  }
}

/** @param stat the text of `/proc/…/stat`. */
export function readChildrenSeconds(stat: string): number | null {
  // pid (command) state …; the command may hold spaces and brackets. cutime and cstime are the 16th and 17th value.
  const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(values[13]) + Number(values[14]);
  return Number.isNaN(ticks) ? null : ticks / TICKS;
}
