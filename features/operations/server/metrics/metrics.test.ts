import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { api } from '#app/contract/api.ts';
import { DAY_MS } from '#platform/contract/times.ts';
import { observedJobs, observedMails, observedRuns, observedSignInProblems } from '#platform/server/observed.ts';
import { createTestDatabase } from '#testing/database.ts';
import { freePort } from '#testing/real-server.ts';
import { buildRunnerHealth } from '#testing/runner-health.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { recordBackup } from '../backup/last-backup.ts';
import { startHousekeeping } from '../housekeeping/schedule.ts';
import { Metrics } from './metrics.ts';
import { serveMetrics } from './serve-metrics.ts';

const MONITORING = join(import.meta.dirname, '../../../../deploy/monitoring');
const TOKEN = 'a-token-for-the-scraper';
const POOL = { totalCount: 5, idleCount: 3, waitingCount: 1 };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The value of the first sample that starts with this text. */
function sample(text: string, start: string): number | undefined {
  const line = text.split('\n').find((candidate) => candidate.startsWith(start));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

describe('the metrics', () => {
  it('count calls by the pattern of their address, runs and jobs, and show queues, git and the database', async () => {
    const metrics = new Metrics(server.platform, POOL);
    try {
      await server.inject({ url: '/api/lesson/123456', headers: server.headers('staff') });
      observedRuns.send({ language: 'python', ended: 'memory', waitedSeconds: 0.2, seconds: 1 });
      observedJobs.send({ queue: 'push-branch', isOk: false, seconds: 0.1 });
      const text = await metrics.text();
      expect(text).not.toContain('123456');
      expect(sample(text, 'lessonwright_http_request_duration_seconds_count{method="GET",route="/api/lesson/:id",status="404"}')).toBe(1);
      expect(sample(text, 'lessonwright_runs_total{language="python",ended="memory"}')).toBe(1);
      expect(sample(text, 'lessonwright_run_wait_seconds_sum{language="python"}')).toBe(0.2);
      expect(sample(text, 'lessonwright_job_duration_seconds_count{queue="push-branch",result="failed"}')).toBe(1);
      expect(sample(text, 'lessonwright_jobs{queue="commit-changes",state="failed"}')).toBe(0);
      expect(sample(text, 'lessonwright_git_changes{step="push"}')).toBe(0);
      expect(sample(text, 'lessonwright_database_connections{state="used"}')).toBe(2);
      expect(sample(text, 'lessonwright_database_up')).toBe(1);
      expect(sample(text, 'nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0);
    } finally {
      metrics.close();
    }
    expect([observedRuns.isHeard, observedJobs.isHeard]).toEqual([false, false]);
  });

  it('do not count the queries of the scrape itself as waiting', async () => {
    const database = await createTestDatabase();
    const metrics = new Metrics({ ...server.platform, db: database.db }, database.pool);
    try {
      for (let scrape = 0; scrape < 3; scrape++) expect(sample(await metrics.text(), 'lessonwright_database_waiting')).toBe(0);
    } finally {
      metrics.close();
      await database.close();
    }
  });

  it('show runners, parts, the disk, backups, sign-ins and mail', async () => {
    const lost = { lost: ['gpu'], health: () => Promise.resolve([{ name: 'r1', health: buildRunnerHealth(), reason: null }]) };
    const platform = Object.assign(Object.create(server.platform) as typeof server.platform, { runners: lost });
    const metrics = new Metrics(platform, POOL);
    try {
      // Parts are asked beside the first scrape.
      await expect.poll(async () => sample(await metrics.text(), 'lessonwright_part_up{part="blobs"}'), { timeout: 300_000 }).toBe(1);
      expect(sample(await metrics.text(), 'lessonwright_last_backup_timestamp_seconds')).toBe(0);
      await recordBackup(server.platform.config.dataFolder, new Date('2026-03-01T00:00:00Z'));
      observedSignInProblems.send({ problem: 'locked' });
      observedMails.send({ isOk: false });
      const text = await metrics.text();
      expect(sample(text, 'lessonwright_runners')).toBe(1);
      expect(sample(text, 'lessonwright_runner_up{runner="r1"}')).toBe(1);
      expect(sample(text, 'lessonwright_runner_up{runner="gpu"}')).toBe(0);
      expect(sample(text, 'lessonwright_git_held')).toBe(1);
      expect(sample(text, 'lessonwright_disk_free_bytes{disk="data"}')).toBeGreaterThan(0);
      expect(sample(text, 'lessonwright_last_backup_timestamp_seconds')).toBe(Date.UTC(2026, 2, 1) / 1000);
      expect(sample(text, 'lessonwright_sign_in_problems_total{problem="locked"}')).toBe(1);
      expect(sample(text, 'lessonwright_sign_in_problems_total{problem="failed"}')).toBe(0);
      expect(sample(text, 'lessonwright_mails_total{result="failed"}')).toBe(1);
      expect(sample(text, 'lessonwright_runs_total{language="r",ended="lost"}')).toBe(0);
    } finally {
      metrics.close();
    }
  });

  it('show when housekeeping ended, and which of its steps failed', async () => {
    const metrics = new Metrics(server.platform, POOL);
    const broken = vi.spyOn(server.platform.blobs, 'sweep').mockRejectedValue(new Error('The bucket is away.'));
    const began = Date.now() / 1000;
    const housekeeping = startHousekeeping(server.platform, { first: 0, every: DAY_MS });
    try {
      // Before the first run ends, the time is that of the start, or of a run in an earlier test of this process.
      const shown = async () => {
        const text = await metrics.text();
        const at = sample(text, 'lessonwright_last_housekeeping_timestamp_seconds') ?? 0;
        return { failed: sample(text, 'lessonwright_housekeeping_failed_steps'), isOfThisTest: at >= began };
      };
      await expect.poll(shown, { timeout: 300_000 }).toEqual({ failed: 1, isOfThisTest: true });
    } finally {
      await housekeeping.stop();
      broken.mockRestore();
      metrics.close();
    }
  });

  it('show how many changes wait for git, and for how long', async () => {
    const quiet = await startTestServer({ hasWorkers: false });
    const metrics = new Metrics(quiet.platform, POOL);
    try {
      await quiet.client('staff').createLesson({ body: { sequence: 7, title: 'Loops' } });
      await quiet.platform.db
        .updateTable('changes')
        .set({ saved_at: new Date(Date.now() - 90_000) })
        .execute();
      const text = await metrics.text();
      expect(sample(text, 'lessonwright_git_changes{step="commit"}')).toBeGreaterThan(0);
      expect(sample(text, 'lessonwright_git_lag_seconds{step="commit"}')).toBeGreaterThanOrEqual(90);
    } finally {
      metrics.close();
      await quiet.close();
    }
  });
});

describe('the address of the metrics', () => {
  it('needs the token', async () => {
    // No call has been made yet, so that routes can still be added.
    const fresh = await startTestServer({
      env: { LESSONWRIGHT_METRICS_TOKEN: TOKEN, LESSONWRIGHT_METRICS_PORT: String(await freePort()) },
    });
    const stop = await serveMetrics(fresh.platform, fresh.app, POOL);
    try {
      const url = `http://127.0.0.1:${fresh.platform.config.metrics?.port}/metrics`;
      const headers = (token: string) => ({ authorization: `Bearer ${token}`, connection: 'close' });
      for (const [sent, status] of [
        [{ connection: 'close' }, 401],
        [headers('wrong'), 401],
        [headers(TOKEN), 200],
      ] as const)
        expect((await fetch(url, { headers: sent })).status).toBe(status);
      const reply = await fresh.inject({ url: '/metrics', headers: headers(TOKEN) });
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
      expect((await fresh.inject({ url: '/metrics', headers: fresh.headers('owner') })).statusCode).toBe(401);
    } finally {
      await stop();
      await fresh.close();
    }
  });
});

describe('deploy/monitoring', () => {
  const files = readdirSync(MONITORING).filter((name) => /\.(json|yml|md)$/.test(name));
  const PATTERN = /\b(?:lessonwright|nodejs|process)_[a-z0-9_]+/g;
  const namesIn = (name: string) => [...new Set(readFileSync(join(MONITORING, name), 'utf8').match(PATTERN) ?? [])];

  it.each(files)('%s names only metrics that the server has', async (name) => {
    const metrics = new Metrics(server.platform, POOL);
    const known = (await metrics.registry.getMetricsAsJSON()).flatMap((metric) => [
      metric.name,
      ...['_bucket', '_sum', '_count'].map((suffix) => metric.name + suffix),
    ]);
    metrics.close();
    const named = namesIn(name);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((each) => !known.includes(each))).toEqual([]);
  });

  it('does not call slow what lasts as long as the code of learners, or as what is imported, merged or checked', () => {
    const File = z.object({ groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })) });
    const rules = File.parse(parse(readFileSync(join(MONITORING, 'alerts.yml'), 'utf8'))).groups.flatMap((group) => group.rules);
    const [, left] = /route!~"([^"]+)"/.exec(rules.find(({ alert }) => alert === 'LessonwrightSlow')?.expr ?? '') ?? [];
    const isLeftOut = new RegExp(`^(?:${left})$`);
    const waitsForCode = new Set<string>(['runCode', 'runPreview', 'runPreviewAnswer', 'checkTerminal', 'checkPreviewTerminal']);
    const routes = Object.entries(api);
    const names = (all: typeof routes) => all.map(([, { path }]) => path);
    const lasting = routes.filter(([name, { queue }]) => queue === 'long' || waitsForCode.has(name));
    const leftOut = routes.filter(([, { path }]) => isLeftOut.test(path.replaceAll(/\{(\w+)\}/g, ':$1')));
    // A path may have calls of other methods, which are quick.
    expect(new Set(names(leftOut))).toEqual(new Set(names(lasting)));
  });

  it('documents every metric of the product', async () => {
    const metrics = new Metrics(server.platform, POOL);
    const own = (await metrics.registry.getMetricsAsJSON()).map(({ name }) => name).filter((name) => name.startsWith('lessonwright_'));
    metrics.close();
    const documented = namesIn('README.md');
    expect(own.filter((name) => !documented.includes(name))).toEqual([]);
  });
});
