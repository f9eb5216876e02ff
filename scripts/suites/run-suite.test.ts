import { describe, expect, it } from 'vitest';
import type { SuiteEvent } from './events.ts';
import { runSuite } from './run-suite.ts';
import type { Suite } from './suites.ts';

const suite = (program: string, given: Partial<Suite> = {}): Suite => ({
  name: 'sample',
  command: ['-e', program],
  reports: false,
  timeLimitMinutes: 1,
  ...given,
});
const never = new AbortController().signal;

describe('runSuite', () => {
  it('counts a command that succeeds as one passed test, and keeps what it wrote', async () => {
    const result = await runSuite(suite('console.log("out"); console.error("err")'), { signal: never });
    expect(result).toMatchObject({ passed: 1, failures: [], problems: [] });
    expect(result.output).toContain('out');
    expect(result.output).toContain('err');
  });

  it('counts a command that fails as one failed test', async () => {
    expect(await runSuite(suite('process.exit(3)'), { signal: never })).toMatchObject({ passed: 0, problems: ['ended with 3'] });
  });

  it('passes events on as they happen, and collects them', async () => {
    const program = `
      const test = { file: 'a.test.ts', name: 'adds', seconds: 1 };
      const failure = { file: 'a.test.ts', name: 'subtracts', message: 'no' };
      for (const event of [{ kind: 'passed', ...test }, { kind: 'failed', failure, seconds: 1 }, { kind: 'end' }]) process.send(event);
      process.exitCode = 1;`;
    const kinds: string[] = [];
    const onEvent = (_: Suite, { kind }: SuiteEvent) => kinds.push(kind);
    const result = await runSuite(suite(program, { reports: true }), { signal: never, onEvent });
    expect(kinds).toEqual(['passed', 'failed', 'end']);
    expect(result).toMatchObject({ passed: 1, failures: [{ name: 'subtracts' }], problems: [] });
  });

  it('fails if a report is incomplete, even if the command succeeds', async () => {
    const result = await runSuite(suite('', { reports: true }), { signal: never });
    expect(result.problems).toEqual(['ended before its report was complete']);
  });

  it('fails after the time limit, and stops what is still running', async () => {
    const { problems } = await runSuite(suite('setInterval(() => {}, 1000)', { timeLimitMinutes: 0.01 }), { signal: never });
    expect(problems[0]).toContain('took longer than');
  });

  it('fails if processes are left behind, and ends them', async () => {
    const program = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }).unref()`;
    const { problems } = await runSuite(suite(program), { signal: never, leavingLimitMs: 50 });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('left processes behind');
  });

  it('ends the command when it is interrupted', async () => {
    const interrupted = new AbortController();
    const running = runSuite(suite('setInterval(() => {}, 1000)'), { signal: interrupted.signal });
    interrupted.abort();
    expect((await running).problems).toEqual(['ended with a signal']);
  });
});
