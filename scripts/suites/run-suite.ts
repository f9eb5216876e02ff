import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readFileTimes, readReport, type Report } from './read-report.ts';
import type { Suite } from './suites.ts';

/** A sandbox ends its processes one by one, and the machine may be busy. */
const LEAVING_LIMIT_MS = 10_000;
/** Characters of a leftover process's command line. */
const SHOWN_CHARACTERS = 150;

export interface SuiteResult extends Report {
  readonly name: string;
  readonly seconds: number;
  readonly output: string;
  /** Problems besides failed tests; empty: none. */
  readonly problems: readonly string[];
}

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
  signal: AbortSignal,
  leavingLimitMs: number,
): Promise<{ code: number | null; output: string; problems: string[] }> {
  const child = spawn(process.execPath, suite.command, {
    env: { ...process.env, ...suite.environment, FORCE_COLOR: undefined, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const group = child.pid;
  if (group === undefined) return { code: null, output: '', problems: ['could not be started'] };

  const problems: string[] = [];
  const output: Buffer[] = [];
  child.stdout.on('data', (bytes: Buffer) => output.push(bytes));
  child.stderr.on('data', (bytes: Buffer) => output.push(bytes));
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

const NOTHING: Report = { passed: 0, failed: 0, failures: [], flaky: [], tests: [], files: [] };

async function countTests({ report }: Suite, code: number | null, problems: string[]): Promise<Report> {
  if (!report) return code === 0 ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 };
  try {
    const counts = readReport(report.kind, await readFile(report.file, 'utf8'), process.cwd());
    return report.fileTimes ? { ...counts, files: readFileTimes(await readFile(report.fileTimes, 'utf8')) } : counts;
  } catch {
    problems.push('wrote no report');
    return NOTHING;
  }
}

/** Runs one suite to its end. Every problem counts: a suite that fails without a failed test has one failure. */
export async function runSuite(suite: Suite, signal: AbortSignal, leavingLimitMs = LEAVING_LIMIT_MS): Promise<SuiteResult> {
  const start = performance.now();
  if (suite.report) {
    await mkdir(dirname(suite.report.file), { recursive: true });
    for (const file of [suite.report.file, suite.report.fileTimes]) if (file) await rm(file, { force: true });
  }
  const { code, output, problems } = await runCommand(suite, signal, leavingLimitMs);
  const counts = await countTests(suite, code, problems);
  if (code !== 0 && counts.failed === 0 && problems.length === 0) problems.push(`ended with ${code ?? 'a signal'}`);
  return {
    ...counts,
    name: suite.name,
    failed: counts.failed + problems.length,
    seconds: (performance.now() - start) / 1000,
    output,
    problems,
  };
}
