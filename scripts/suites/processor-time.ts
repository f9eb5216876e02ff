import { readFileSync } from 'node:fs';

/** Of a second, on every Linux that Node runs on. */
const TICKS = 100;

/**
 * Seconds since its start that the processors of this machine were busy, whatever with. What a run of tests takes is the difference
 * between its end and its beginning, on a machine that does nothing else. What children took would leave much out: Linux adds up
 * only those that somebody waited for, and browsers and sandboxes are killed with their parents. Null elsewhere than on Linux.
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
