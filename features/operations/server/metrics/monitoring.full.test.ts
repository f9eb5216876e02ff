import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { observedCalls, observedJobs, observedRuns } from '#platform/server/observed.ts';
import { debianProgram } from '#testing/debian-programs.ts';
import { startTestServer } from '#testing/test-server.ts';
import { Metrics } from './metrics.ts';

// Prometheus's own tool on the metrics and the alert rules.

const MONITORING = join(import.meta.dirname, '../../../../deploy/monitoring');

let promtool: string;
beforeAll(async () => {
  promtool = await debianProgram('prometheus', 'usr/bin/promtool');
});

async function run(args: readonly string[], input = ''): Promise<{ code: number | null; said: string }> {
  const child = spawn(promtool, args, { cwd: MONITORING, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(input);
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number | null, said: out + error };
}

it('promtool accepts names, types and help of all metrics', async () => {
  const server = await startTestServer({ hasRunner: true });
  const metrics = new Metrics(server.platform, { totalCount: 1, idleCount: 1, waitingCount: 0 });
  try {
    observedCalls.send({ method: 'GET', route: '/api/user', status: 200, seconds: 0.01 });
    observedRuns.send({ language: 'python', ended: 'done', waitedSeconds: 0.01, seconds: 0.1 });
    observedJobs.send({ queue: 'push-branch', isOk: true, seconds: 0.1 });
    const { code, said } = await run(['check', 'metrics'], await metrics.text());
    // It complains about units in names of Node's own metrics, which prom-client gives.
    const about = said.split('\n').filter((line) => line.startsWith('lessonwright_'));
    expect(about).toEqual([]);
    expect([0, 3]).toContain(code);
  } finally {
    metrics.close();
    await server.close();
  }
});

it('promtool accepts the alert rules, and their tests pass', async () => {
  expect(await run(['check', 'rules', 'alerts.yml'])).toMatchObject({ code: 0, said: expect.stringContaining('14 rules found') });
  expect(await run(['test', 'rules', 'alerts.test.yml'])).toMatchObject({ code: 0, said: expect.stringContaining('SUCCESS') });
});
