import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { explainFailure } from './explain-failure.ts';
import type { Sandbox } from './sandbox.ts';

const PROBE_LIMITS = { memory_bytes: 256 * 1024 * 1024, disk_bytes: 4 * 1024 * 1024, files: 64, processes: 16 };
const PROBE_MS = 20_000;

/** What must be found inside, for runs to be let in. */
const EXPECTED: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['the filter of system calls', /^Seccomp:\s+2$/m],
  ['a ban on new rights', /^NoNewPrivs:\s+1$/m],
  ['no capability', /^CapEff:\s+0+$/m],
  ['a user without rights', /^Uid:\s+1000\s/m],
  ['no network but its own', /^ *lo:(?![\s\S]*^ *\w+:)/m],
];

/**
 * Starts a harmless program in a sandbox and reads from inside whether it holds.
 * @returns null when it does; else why not, for the person who runs the product.
 */
export async function probe(sandbox: Sandbox, folder: string): Promise<string | null> {
  try {
    const run = await sandbox.start(sandbox.probeUserId, {
      // A file of the runner's folder is among them, so that an unreadable folder is found out now.
      command: ['/usr/bin/cat', '/etc/passwd', '/proc/self/status', '/proc/net/dev'],
      environment: {},
      binds: [{ source: join(folder, 'etc/passwd'), target: '/etc/passwd' }],
      reads: [],
      limits: PROBE_LIMITS,
      input: '',
    });
    const timer = setTimeout(() => run.kill(), PROBE_MS);
    const [seen, said, end] = await Promise.all([text(run.stdout), text(run.stderr), run.ended, text(run.report)]);
    clearTimeout(timer);
    if (end.exitCode !== 0) return explainFailure(said);
    return missingIn(seen);
  } catch (error) {
    return explainFailure(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Judges what was read inside a sandbox, of `/proc/self/status` and `/proc/net/dev`.
 * @returns null when it holds; else why not.
 */
export function missingIn(seen: string): string | null {
  const missing = EXPECTED.find(([, pattern]) => !pattern.test(seen));
  return missing ? `The sandbox does not hold: it has not ${missing[0]}.` : null;
}
