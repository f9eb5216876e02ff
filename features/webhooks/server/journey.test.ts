import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOST_TOKEN, settingsOf, startCodeHost, WEBHOOK_SECRET, type TestCodeHost } from '#testing/code-hosts/start-code-host.ts';
import { startTestServer, type Person, type TestServer } from '#testing/test-server.ts';
import { CodeHostPoller } from './poll-code-host.ts';

/** Journeys take long on busy machines. */
const LIMIT = { timeout: 300_000, interval: 50 };
const JOURNEY_LIMIT_MS = 900_000;

// From a save to a published lesson, over git's protocol, the REST API and webhooks. The code host is our own
// (testing/code-hosts/): real git over HTTP, and the parts of both APIs that are called.
// What needs one code host runs on GitHub: features/code-hosts/server/pulls.test.ts tests how each of them is called.
describe.each(['github', 'gitea'] as const)('a release whose code host is %s', { timeout: JOURNEY_LIMIT_MS }, (kind) => {
  let host: TestCodeHost;
  let server: TestServer;
  let watched: WatchedGit;
  const log: string[] = [];
  /** The author of a test, who has their own drafts. */
  let author: Person;
  let staff: Person['client'];
  let sequence = 0;

  beforeAll(async () => {
    watched = await watchGit();
    host = await startCodeHost(kind);
    server = await startTestServer({ env: settingsOf(host), logTo: { write: (line) => void log.push(line) } });
  });
  afterAll(async () => {
    await server.close();
    await host[Symbol.asyncDispose]();
    await watched.stop();
  });
  beforeEach(async () => {
    author = await server.newPerson();
    staff = author.client;
    sequence += 1;
  });
  afterEach(() => {
    host.fault = null;
    host.tokens.set(HOST_TOKEN, 'lessonwright');
    host.deliveries.length = 0;
  });

  const createLesson = () => staff.createLesson({ body: { sequence, title: `Loops ${sequence}` } });
  /** A pushed lesson in the author's drafts. */
  async function writeLesson() {
    const lesson = await createLesson();
    await expect.poll(() => host.pulls.head(author.branch), LIMIT).not.toBeNull();
    return lesson;
  }
  const reviewStatus = async (id: number) => (await staff.getLesson({ params: { id } })).review_status;
  const published = async () => {
    const lessons = await staff.listLessons();
    return lessons.filter((lesson) => lesson.release_status === 'Published' && lesson.sequence === sequence).map(({ title }) => title);
  };

  /** Delivers the webhooks sent since the last call. */
  async function deliver(): Promise<number[]> {
    const statuses: number[] = [];
    for (const { headers, body } of host.deliveries.splice(0)) {
      statuses.push((await server.inject({ method: 'POST', url: `/api/webhooks/${kind}`, headers, payload: body })).statusCode);
    }
    return statuses;
  }

  /** Publishes a lesson; `hear` makes the product learn what happened on the code host. */
  async function publish(hear: () => Promise<unknown>): Promise<string> {
    const lesson = await writeLesson();
    const started = await staff.startReview({ params: { id: lesson.id }, body: {} });
    expect(started).toMatchObject({ status: 'In review', pull_request: { url: expect.stringContaining('/team/content/pull') } });
    const number = host.pulls.all.at(-1)?.number ?? 0;
    await hear();
    await host.pulls.review(number, 'grace', 'request-changes', 'Shorter, please.');
    await hear();
    await expect.poll(() => reviewStatus(lesson.id), LIMIT).toBe('Changes requested');
    await host.pulls.review(number, 'grace', 'approve');
    await hear();
    await expect.poll(() => reviewStatus(lesson.id), LIMIT).toBe('Approved');
    expect(await published()).toEqual([]);
    await host.pulls.merge(number, 'grace');
    await hear();
    await expect.poll(() => reviewStatus(lesson.id), LIMIT).toBe('Merged');
    await expect.poll(published, LIMIT).toEqual([lesson.title]);
    const release = (await staff.listReleases()).find(({ id }) => id === lesson.release_id);
    expect(release?.pull_request).toMatchObject({ status: 'Merged' });
    const pull = await staff.getPullRequest({ params: { id: lesson.release_id } });
    expect(pull).toMatchObject({ is_local: false, merged_by: 'grace', reviews: [{ by: 'grace' }, { by: 'grace', verdict: 'approve' }] });
    return JSON.stringify([lesson, started, release, pull, await staff.getReady()]);
  }

  it('is published through webhooks without revealing a secret', async () => {
    const statuses: number[] = [];
    const replies = await publish(async () => statuses.push(...(await deliver())));
    expect(statuses.length).toBeGreaterThan(4);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const basic = Buffer.from(`x-access-token:${HOST_TOKEN}`).toString('base64');
    // Includes a failure, because logs are full of them.
    host.tokens.clear();
    await new CodeHostPoller(server.platform).look(AbortSignal.timeout(300_000));
    for (const text of [replies, log.join(''), await watched.calls()]) {
      expect(text.length).toBeGreaterThan(100);
      for (const secret of [HOST_TOKEN, WEBHOOK_SECRET, basic]) expect(text).not.toContain(secret);
    }
  });

  it.runIf(kind === 'github')('is published through polling, without webhooks', async () => {
    const watch = new CodeHostPoller(server.platform);
    await publish(async () => expect(await watch.look(AbortSignal.timeout(300_000))).toBe(true));
  });

  it.runIf(kind === 'github')('keeps all changes while the code host is down, and resumes automatically', async () => {
    const watch = new CodeHostPoller(server.platform);
    host.fault = 'down';
    const lesson = await createLesson();
    await expect
      .poll(async () => (await staff.getRelease({ params: { id: lesson.release_id } })).commit_error, LIMIT)
      .toMatch(/cannot be reached/);
    expect(await watch.look(AbortSignal.timeout(300_000))).toBe(false);
    const { parts, code_host } = await staff.getReady();
    expect(parts?.code_host).toEqual({ up: false, reason: expect.any(String) });
    expect(code_host).toMatchObject({ kind, is_reachable: false });
    host.fault = null;
    await expect.poll(() => host.pulls.head(author.branch), LIMIT).not.toBeNull();
    await expect.poll(async () => (await staff.getRelease({ params: { id: lesson.release_id } })).commit_error, LIMIT).toBeNull();
    expect(await watch.look(AbortSignal.timeout(300_000))).toBe(true);
    expect((await staff.getReady()).code_host).toMatchObject({ is_reachable: true });
  });

  it.runIf(kind === 'github')('explains what to do about insufficient token permissions, and resumes with a valid token', async () => {
    const lesson = await writeLesson();
    host.fault = { status: 403, message: 'Resource not accessible by personal access token' };
    await expect(staff.startReview({ params: { id: lesson.id }, body: {} })).rejects.toMatchObject({
      message: expect.stringContaining('does not allow the token to do this'),
    });
    host.fault = null;
    host.tokens.clear();
    await expect(staff.startReview({ params: { id: lesson.id }, body: {} })).rejects.toMatchObject({
      message: expect.stringContaining('rejected the token'),
    });
    expect((await staff.getReady()).parts?.code_host.reason).toContain('rejected the token');
    host.tokens.set(HOST_TOKEN, 'lessonwright');
    expect(await staff.startReview({ params: { id: lesson.id }, body: {} })).toMatchObject({ status: 'In review' });
  });

  it.runIf(kind === 'github')('shows that its branch was deleted, reported or polled', async () => {
    const lesson = await writeLesson();
    await expect.poll(async () => (await staff.getLesson({ params: { id: lesson.id } })).commit_status?.state, LIMIT).toBe('pushed');
    await host.repository.run(['update-ref', '-d', `refs/heads/${author.branch}`]);
    await new CodeHostPoller(server.platform).look(AbortSignal.timeout(300_000));
    const release = await staff.getRelease({ params: { id: lesson.release_id } });
    expect(release.deletion_date).not.toBeNull();
    expect(release.commit_error).toContain('was deleted on the code host');
  });
});

interface WatchedGit {
  /** Every argument of every git command so far, one command per line. */
  calls(): Promise<string>;
  stop(): Promise<void>;
}

/** Puts a wrapper in front of the system's git that records its arguments: what a process list would show. */
async function watchGit(): Promise<WatchedGit> {
  const folder = await mkdtemp(join(tmpdir(), 'lessonwright-watched-'));
  const notes = join(folder, 'calls');
  const git = execFileSync('sh', ['-c', 'command -v git']).toString().trim();
  await writeFile(notes, '');
  await writeFile(join(folder, 'git'), `#!/bin/sh\nprintf '%s\\n' "$*" >> '${notes}'\nexec '${git}' "$@"\n`);
  await chmod(join(folder, 'git'), 0o755);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH'] ?? ''}`);
  return {
    calls: () => readFile(notes, 'utf8'),
    async stop() {
      vi.unstubAllEnvs();
      await rm(folder, { recursive: true });
    },
  };
}
