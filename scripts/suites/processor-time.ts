import { readFileSync } from 'node:fs';

/** Per second, on every Linux that Node supports. */
const TICKS = 100;

/**
 * Seconds that the CPUs of this machine were busy since boot. The difference between end and start of a test run is its CPU time,
 * if the machine is otherwise idle. Times of child processes would be too low: Linux only counts reaped children, and browsers
 * and sandboxes are killed with their parents. Null on other systems than Linux.
 */
export function busySeconds(): number | null {
  try {
    return readBusySeconds(readFileSync('/proc/stat', 'utf8'));
  } catch {
    return null;
  }
}

/** @param stat the text of `/proc/stat` */
export function readBusySeconds(stat: string): number | null {
  // cpu user nice system idle iowait irq softirq steal …
  const [user, nice, system, , , interrupts, softInterrupts] = /^cpu +([\d ]+)$/m.exec(stat)?.[1]?.split(' ').map(Number) ?? [];
  const ticks = [user, nice, system, interrupts, softInterrupts];
  return ticks.every((each) => each !== undefined) ? ticks.reduce((sum, each) => sum + each, 0) / TICKS : null;
}
