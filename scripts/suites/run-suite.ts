import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Failure, FileTime, SuiteEvent, TestTime } from './events.ts';
import type { Suite } from './suites.ts';

/** A sandbox ends its processes one by one, and a slow machine takes its time. What stays longer will stay for good. */
const LEAVING_LIMIT_MS = 120_000;
/** Characters of a leftover process's command line. */
const SHOWN_CHARACTERS = 150;

export interface SuiteResult {
  readonly name: string;
  readonly seconds: number;
  readonly passed: number;
  readonly failures: readonly Failure[];
  /** Problems besides failed tests; empty: none. */
  readonly problems: readonly string[];
  readonly tests: readonly TestTime[];
  readonly files: readonly FileTime[];
  /** All that the command printed. */
  readonly output: string;
}

/** Called for each event of a suite, as it happens. */
export type OnEvent = (suite: Suite, event: SuiteEvent) => void;

/** Living processes of a group. Its id is that of its leader. */
async function leftBehind(group: number): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // pid (command) state parent group …; the command may contain spaces and brackets.
    const [state, , processGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(processGroup) !== group || state === 'Z') continue;
    const words = (await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ');
    found.push(`${name} (${state}) ${words.slice(0, SHOWN_CHARACTERS).trim()}`);
  }
  return found;
}

/** Gives ending processes a moment. */
async function whoStays(group: number, limitMs: number): Promise<string[]> {
  const end = Date.now() + limitMs;
  let found = await leftBehind(group);
  while (found.length > 0 && Date.now() < end) {
    await sleep(50);
    found = await leftBehind(group);
  }
  return found;
}

function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // No process is left.
  }
}

/** Runs a command in its own process group, which is ended by `signal` and searched for leftovers afterwards. */
async function runCommand(
  suite: Suite,
  { signal, onEvent, leavingLimitMs }: { signal: AbortSignal; onEvent: (event: SuiteEvent) => void; leavingLimitMs: number },
): Promise<{ code: number | null; output: string; problems: string[] }> {
  const child = spawn(process.execPath, suite.command, {
    env: { ...process.env, ...suite.environment, FORCE_COLOR: undefined, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  const group = child.pid;
  if (group === undefined) return { code: null, output: '', problems: ['could not be started'] };

  const problems: string[] = [];
  const output: Buffer[] = [];
  child.stdout?.on('data', (bytes: Buffer) => output.push(bytes));
  child.stderr?.on('data', (bytes: Buffer) => output.push(bytes));
  child.on('message', (event) => onEvent(event as SuiteEvent));
  const timeLimit = setTimeout(() => {
    problems.push(`took longer than ${suite.timeLimitMinutes} minutes and was stopped`);
    endGroup(group);
  }, suite.timeLimitMinutes * 60_000);
  const stop = (): void => endGroup(group);
  signal.addEventListener('abort', stop);

  const closed = once(child, 'close');
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timeLimit);
  signal.removeEventListener('abort', stop);
  const leftovers = await whoStays(group, leavingLimitMs);
  if (leftovers.length > 0) problems.push(`left processes behind: ${leftovers.join(', ')}`);
  endGroup(group);
  // The last output; don't wait for processes that took the pipes into another group.
  await Promise.race([closed, sleep(5_000, undefined, { ref: false })]);
  return { code, output: Buffer.concat(output).toString('utf8'), problems };
}

/** Runs one suite to its end. A suite without a reporter counts as one test. */
export async function runSuite(
  suite: Suite,
  { signal, onEvent = () => {}, leavingLimitMs = LEAVING_LIMIT_MS }: { signal: AbortSignal; onEvent?: OnEvent; leavingLimitMs?: number },
): Promise<SuiteResult> {
  const start = performance.now();
  const tests: TestTime[] = [];
  const files: FileTime[] = [];
  const failures: Failure[] = [];
  let isComplete = !suite.reports;
  const receive = (event: SuiteEvent): void => {
    if (event.kind === 'passed') tests.push(event);
    else if (event.kind === 'failed') failures.push(event.failure);
    else if (event.kind === 'file') files.push(event);
    else if (event.kind === 'end') isComplete = true;
    onEvent(suite, event);
  };
  const { code, output, problems } = await runCommand(suite, { signal, onEvent: receive, leavingLimitMs });
  if (problems.length === 0 && !isComplete) problems.push('ended before its report was complete');
  if (problems.length === 0 && code !== 0 && failures.length === 0) problems.push(`ended with ${code ?? 'a signal'}`);
  const hasPassed = !suite.reports && problems.length === 0;
  return {
    name: suite.name,
    seconds: (performance.now() - start) / 1000,
    passed: hasPassed ? 1 : tests.length,
    failures,
    problems,
    tests,
    files,
    output,
  };
}
