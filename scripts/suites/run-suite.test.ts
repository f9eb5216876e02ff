import { describe, expect, it } from 'vitest';
import { runSuite } from './run-suite.ts';
import type { Suite } from './suites.ts';

const suite = (program: string, given: Partial<Suite> = {}): Suite => ({
  name: 'sample',
  command: ['-e', program],
  timeLimitMinutes: 1,
  ...given,
});
const never = new AbortController().signal;

describe('runSuite', () => {
  it('counts a command that succeeds as one passed test, and keeps what it wrote', async () => {
    const result = await runSuite(suite('console.log("out"); console.error("err")'), never);
    expect(result).toMatchObject({ passed: 1, failed: 0, problems: [] });
    expect(result.output).toContain('out');
    expect(result.output).toContain('err');
  });

  it('counts a command that fails as one failed test', async () => {
    expect(await runSuite(suite('process.exit(3)'), never)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('fails if a report is missing, even if the command succeeds', async () => {
    const report = { kind: 'vitest', file: 'test-results/never-written.json' } as const;
    expect(await runSuite(suite('', { report }), never)).toMatchObject({ failed: 1, problems: ['wrote no report'] });
  });

  it('fails after the time limit, and stops what is still running', async () => {
    const { failed, problems } = await runSuite(suite('setInterval(() => {}, 1000)', { timeLimitMinutes: 0.01 }), never);
    expect(failed).toBeGreaterThan(0);
    expect(problems[0]).toContain('took longer than');
  });

  it('fails if processes are left behind, and ends them', async () => {
    const program = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }).unref()`;
    const { failed, problems } = await runSuite(suite(program), never, 50);
    expect(failed).toBe(1);
    expect(problems[0]).toContain('left processes behind');
  });

  it('ends the command when it is interrupted', async () => {
    const interrupted = new AbortController();
    const running = runSuite(suite('setInterval(() => {}, 1000)'), interrupted.signal);
    interrupted.abort();
    expect((await running).failed).toBeGreaterThan(0);
  });
});
