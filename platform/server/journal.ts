import { fstatSync } from 'node:fs';

/** systemd's names of levels at the start of a line (sd-daemon(3)). Without one, every line is informational. */
const PRIORITIES: Readonly<Record<string, number>> = { fatal: 2, error: 3, warn: 4, info: 6, debug: 7, trace: 7 };

/** Whether the error output of this process is read by the journal of systemd. */
export function isJournal(env: Readonly<Record<string, string | undefined>>, fd = 2): boolean {
  const { dev, ino } = fstatSync(fd);
  return env['JOURNAL_STREAM'] === `${dev}:${ino}`;
}

/** Gives each line its priority, so that `journalctl -p warning` finds it. */
export function withPriority(lines: string, level: unknown): string {
  const prefix = `<${PRIORITIES[String(level)] ?? PRIORITIES['info']}>`;
  return lines.replaceAll(/^(?=.)/gm, prefix);
}
