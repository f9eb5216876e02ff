import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { SuiteEvent } from '../suites/events.ts';

interface Ended {
  /** Null: it was stopped. */
  readonly code: number | null;
  readonly output: string;
  readonly isTooLong: boolean;
  /** What its reporter sent, if it has one. */
  readonly events: readonly SuiteEvent[];
}

/** Time from the first, polite signal to SIGKILL. */
const GRACE_MS = 15_000;

/** Runs node with these arguments in a folder; stops it with everything it started after `minutes`, or by `signal`. */
export async function runNode(
  command: readonly string[],
  { folder, environment, minutes, signal }: { folder: string; environment: Record<string, string>; minutes: number; signal: AbortSignal },
): Promise<Ended> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, command, {
    cwd: folder,
    env: { ...process.env, ...environment, FORCE_COLOR: undefined, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  const output: Buffer[] = [];
  const events: SuiteEvent[] = [];
  child.stdout?.on('data', (bytes: Buffer) => output.push(bytes));
  child.stderr?.on('data', (bytes: Buffer) => output.push(bytes));
  child.on('message', (event) => events.push(event as SuiteEvent));
  const send = (name: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // It has already ended.
    }
  };
  let isTooLong = false;
  let hard: NodeJS.Timeout | undefined;
  const stop = () => {
    // On SIGINT a test run ends the database that it started.
    send('SIGINT');
    hard = setTimeout(() => send('SIGKILL'), GRACE_MS);
  };
  const limit = setTimeout(() => {
    isTooLong = true;
    stop();
  }, minutes * 60_000);
  signal.addEventListener('abort', stop);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(limit);
  clearTimeout(hard);
  signal.removeEventListener('abort', stop);
  send('SIGKILL');
  signal.throwIfAborted();
  return { code: isTooLong ? null : code, output: Buffer.concat(output).toString('utf8'), isTooLong, events };
}
