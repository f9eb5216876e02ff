import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { observedCalls, observedJobs, observedRuns } from '#platform/server/observed.ts';
import { debianProgram } from '#testing/debian-programs.ts';
import { freePort, RealServer } from '#testing/real-server.ts';
import { buildRunnerHealth } from '#testing/runner-health.ts';
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
  expect(await run(['check', 'rules', 'alerts.yml'])).toMatchObject({ code: 0, said: expect.stringContaining('29 rules found') });
  expect(await run(['test', 'rules', 'alerts.test.yml'])).toMatchObject({ code: 0, said: expect.stringContaining('SUCCESS') });
});

/** The rules on what real servers report, which they go on reporting for an hour. */
describe('the alert rules on a server that was really started', () => {
  async function scrape(port: number): Promise<Map<string, string>> {
    const body = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const samples = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)]));
  }

  /** A runner or a part may start slowly; parts are asked twice a minute. */
  const POLL = { timeout: 300_000 };

  /** What depends on the machine of the tests: its disk, and how busy it is. */
  const OF_THE_MACHINE = /^(lessonwright_disk_|nodejs_eventloop_lag)/;

  function toSeries([name, last]: readonly [string, string], earlier: ReadonlyMap<string, string>): { series: string; values: string } {
    const labels = name.endsWith('}') ? `${name.slice(0, -1)},instance="one"}` : `${name}{instance="one"}`;
    return { series: labels, values: `${earlier.get(name) ?? '_'} ${last}x60` };
  }

  /** Whether exactly these alerts fire, at several times of the hour. */
  async function checkFiring(earlier: ReadonlyMap<string, string>, last: ReadonlyMap<string, string>, expected: readonly string[]) {
    const folder = await mkdtemp(join(tmpdir(), 'alerts-'));
    try {
      const series = [...last].filter(([name]) => !OF_THE_MACHINE.test(name)).map((sample) => toSeries(sample, earlier));
      const checks = ['15m', '30m', '59m'].map((eval_time) => ({
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time,
        exp_samples: expected.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
      }));
      const up = { series: 'up{job="lessonwright",instance="one"}', values: '1x61' };
      const file = join(folder, 'scraped.yml');
      // YAML contains JSON.
      await writeFile(
        file,
        JSON.stringify({
          rule_files: [join(MONITORING, 'alerts.yml')],
          evaluation_interval: '1m',
          tests: [{ interval: '1m', input_series: [up, ...series], promql_expr_test: checks }],
        }),
      );
      return await run(['test', 'rules', file]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  it('report nothing about an idle one', async () => {
    const port = await freePort();
    const server = await RealServer.createPrepared({ LESSONWRIGHT_METRICS_PORT: String(port) });
    try {
      const earlier = await scrape(port);
      await expect.poll(async () => (await scrape(port)).get('lessonwright_runners'), POLL).toBe('1');
      await expect.poll(async () => (await scrape(port)).get('lessonwright_part_up{part="sandbox"}'), POLL).toBe('1');
      expect(await checkFiring(earlier, await scrape(port), [])).toMatchObject({ code: 0, said: expect.stringContaining('SUCCESS') });
    } finally {
      await server.remove();
    }
  });

  it('report each fault of a faulty one, and nothing else', async () => {
    const port = await freePort();
    const token = 'a-token-of-all-runners';
    const server = await RealServer.createPrepared({
      LESSONWRIGHT_METRICS_PORT: String(port),
      LESSONWRIGHT_LOCAL_RUNNER: '0',
      LESSONWRIGHT_RUNNERS_TOKEN: token,
    });
    try {
      // A runner that is killed: it announces nothing more, and nothing responds at its address.
      const announced = await fetch(`${server.url}/api/runners/gpu`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: 'http://127.0.0.1:1', instance: crypto.randomUUID(), health: buildRunnerHealth() }),
      });
      expect(announced.status).toBe(200);
      await rename(join(server.dataFolder, 'working.git'), join(server.dataFolder, 'elsewhere.git'));
      await rename(join(server.dataFolder, 'blobs'), join(server.dataFolder, 'elsewhere'));
      await writeFile(join(server.dataFolder, 'blobs'), 'not a folder');
      const earlier = await scrape(port);
      await expect.poll(async () => (await scrape(port)).get('lessonwright_runner_up{runner="gpu"}'), POLL).toBe('0');
      await expect.poll(async () => (await scrape(port)).get('lessonwright_part_up{part="blobs"}'), POLL).toBe('0');
      const expected = ['LessonwrightNoRunner', 'LessonwrightRunnerDown', 'LessonwrightFilesDown', 'LessonwrightGitDown'];
      expect(await checkFiring(earlier, await scrape(port), expected)).toMatchObject({ code: 0, said: expect.stringContaining('SUCCESS') });
    } finally {
      await rename(join(server.dataFolder, 'elsewhere.git'), join(server.dataFolder, 'working.git'));
      await server.remove();
    }
  });
});
