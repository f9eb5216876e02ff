import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { explainFailure } from './explain-failure.ts';
import type { Sandbox } from './sandbox.ts';

const PROBE_LIMITS = { memory_bytes: 256 * 1024 * 1024, disk_bytes: 4 * 1024 * 1024, files: 64, processes: 16 };
const PROBE_MS = 20_000;

/** What must be true inside before runs are allowed. */
const EXPECTED: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a system call filter', /^Seccomp:\s+2$/m],
  ['no_new_privs', /^NoNewPrivs:\s+1$/m],
  ['no capability', /^CapEff:\s+0+$/m],
  ['an unprivileged user', /^Uid:\s+1000\s/m],
  ['a separate network', /^ *lo:(?![\s\S]*^ *\w+:)/m],
];

/**
 * Starts a harmless program in a sandbox and checks the isolation from inside.
 * @returns null if it holds; otherwise why not, for the operator
 */
export async function probe(sandbox: Sandbox, folder: string): Promise<string | null> {
  try {
    const run = await sandbox.start(sandbox.probeUserId, {
      // Includes a file of the runner's folder, so that an unreadable folder is detected now.
      command: ['/usr/bin/cat', '/etc/passwd', '/proc/self/status', '/proc/net/dev'],
      environment: {},
      binds: [{ source: join(folder, 'etc/passwd'), target: '/etc/passwd' }],
      reads: [],
      limits: PROBE_LIMITS,
      input: '',
    });
    const timer = setTimeout(() => run.kill(), PROBE_MS);
    const [seen, errorOutput, end] = await Promise.all([text(run.stdout), text(run.stderr), run.ended, text(run.report)]);
    clearTimeout(timer);
    if (end.exitCode !== 0) return explainFailure(errorOutput);
    return missingIn(seen);
  } catch (error) {
    return explainFailure(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Checks `/proc/self/status` and `/proc/net/dev` as read inside a sandbox.
 * @returns null if the sandbox holds; otherwise why not
 */
export function missingIn(seen: string): string | null {
  const missing = EXPECTED.find(([, pattern]) => !pattern.test(seen));
  return missing ? `The sandbox does not isolate: it lacks ${missing[0]}.` : null;
}
