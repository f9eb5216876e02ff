import { readFileSync } from 'node:fs';

/** Of a second, on every Linux that Node runs on. */
const TICKS = 100;

/**
 * Seconds that the processors of this machine were busy since it started, with any work. The difference between the end and the
 * start of a test run is what the run took, on an otherwise idle machine. The time of child processes would be too low: Linux adds
 * only children that were waited for, and browsers and sandboxes are killed with their parents. Null on other systems than Linux.
 */
export function busySeconds(): number | null {
  try {
    return readBusySeconds(readFileSync('/proc/stat', 'utf8'));
  } catch {
    return null;
  }
}

/** @param stat the text of `/proc/stat`. */
export function readBusySeconds(stat: string): number | null {
  // cpu user nice system idle iowait irq softirq steal …
  const [user, nice, system, , , interrupts, softInterrupts] = /^cpu +([\d ]+)$/m.exec(stat)?.[1]?.split(' ').map(Number) ?? [];
  const ticks = [user, nice, system, interrupts, softInterrupts];
  return ticks.every((each) => each !== undefined) ? ticks.reduce((sum, each) => sum + each, 0) / TICKS : null;
}
