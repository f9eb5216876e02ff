import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toActor } from '#features/accounts/server/users.ts';
import { createLesson } from '#features/lessons/server/create-lesson.ts';
import { ensureMainRelease, getRelease, setPushed } from '#features/releases/server/releases.ts';
import { settingsOf, startCodeHost, type Delivery, type TestCodeHost } from '#testing/code-hosts/start-code-host.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { SeenDeliveries } from './seen-deliveries.ts';

const BRANCH = 'drafts/staff-example-org';
const COMMIT = 'a'.repeat(40);

describe.each(['github', 'gitea'] as const)('webhooks of %s', (kind) => {
  let host: TestCodeHost;
  let server: TestServer;
  let releaseId: number;
  const name = (event: string) => (kind === 'gitea' && event === 'pull_request_review' ? 'pull_request_approved' : event);

  beforeAll(async () => {
    host = await startCodeHost(kind);
    server = await startTestServer({ env: settingsOf(host), hasWorkers: false });
    await ensureMainRelease(server.platform);
    const lesson = await createLesson(server.platform, toActor(server.users.staff), { sequence: 7, title: 'Loops' });
    releaseId = lesson.release_id;
  });
  afterAll(async () => {
    await server.close();
    await host[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    await sql`delete from pgboss.job`.execute(server.platform.db);
  });

  const post = (delivery: Delivery, to: string = kind) =>
    server.inject({ method: 'POST', url: `/api/webhooks/${to}`, headers: delivery.headers, payload: delivery.body });
  /** The queued jobs, by queue and payload. */
  async function promised(): Promise<[string, unknown][]> {
    const { rows } = await sql<{ name: string; data: unknown }>`select name, data from pgboss.job order by created_on`.execute(
      server.platform.db,
    );
    return rows.map((row) => [row.name, row.data]);
  }

  it('merge a pushed branch, and import main', async () => {
    expect((await post(host.sign('push', { ref: `refs/heads/${BRANCH}`, after: COMMIT }))).statusCode).toBe(200);
    expect((await post(host.sign('push', { ref: 'refs/heads/main', after: COMMIT }))).statusCode).toBe(200);
    expect(await promised()).toEqual([
      ['take-in', { release_id: releaseId }],
      ['import-main', {}],
    ]);
  });

  it('fetch the changed pull request', async () => {
    const body = { action: 'closed', number: 4, pull_request: { number: 4 } };
    await post(host.sign('pull_request', body));
    await post(host.sign(name('pull_request_review'), { ...body, pull_request: { number: 5 } }));
    expect(await promised()).toEqual([
      ['hear-of-pull', { number: 4 }],
      ['hear-of-pull', { number: 5 }],
    ]);
  });

  it('record a deleted branch, unless it exists again', async () => {
    await setPushed(server.platform.db, releaseId, COMMIT);
    await host.repository.run(['update-ref', `refs/heads/${BRANCH}`, 'main']);
    const deletion = () =>
      kind === 'github'
        ? host.sign('push', { ref: `refs/heads/${BRANCH}`, after: '0'.repeat(40), deleted: true })
        : host.sign('delete', { ref: BRANCH, ref_type: 'branch' });
    await post(deletion());
    expect((await getRelease(server.platform.db, releaseId)).deleted_remotely_at).toBeNull();
    await host.repository.run(['update-ref', '-d', `refs/heads/${BRANCH}`]);
    await post(deletion());
    expect(await getRelease(server.platform.db, releaseId)).toMatchObject({
      deleted_remotely_at: expect.any(Date),
      push_error: `The branch ${BRANCH} was deleted on the code host. The commits are kept here.`,
    });
    await setPushed(server.platform.db, releaseId, COMMIT);
  });

  it.each([
    ['our own push', 'push', { ref: `refs/heads/${BRANCH}`, after: COMMIT }],
    ['a branch of nothing here', 'push', { ref: 'refs/heads/other', after: COMMIT }],
    ['a tag', 'push', { ref: 'refs/tags/v1', after: COMMIT }],
    ['a greeting', 'ping', { zen: 'Keep it simple.' }],
    ['an issue', 'issues', { issue: { number: 3 } }],
    ['something of another shape', 'push', { ref: 7 }],
  ])('take %s in without doing anything', async (_what, event, body) => {
    await setPushed(server.platform.db, releaseId, COMMIT);
    expect((await post(host.sign(event, body))).statusCode).toBe(200);
    expect(await promised()).toEqual([]);
  });

  it('are processed once, even if delivered repeatedly', async () => {
    const delivery = host.sign('pull_request', { pull_request: { number: 9 } });
    expect((await post(delivery)).statusCode).toBe(200);
    await sql`delete from pgboss.job`.execute(server.platform.db);
    expect((await post(delivery)).json()).toEqual({ ok: true });
    expect(await promised()).toEqual([]);
  });

  it('with a wrong or missing signature are refused and change nothing', async () => {
    const { headers, body } = host.sign('push', { ref: 'refs/heads/main', after: COMMIT });
    const [signature = ''] = Object.keys(headers).filter((header) => header.endsWith('signature') || header.endsWith('signature-256'));
    const value = headers[signature] ?? '';
    const wrong: Delivery[] = [
      { headers: { ...headers, [signature]: value.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }, body },
      { headers: { ...headers, [signature]: 'sha256=' }, body },
      { headers: Object.fromEntries(Object.entries(headers).filter(([header]) => header !== signature)), body },
      { headers, body: `${body} ` },
      { headers, body: '' },
    ];
    for (const delivery of wrong) {
      const reply = await post(delivery);
      expect([reply.statusCode, reply.json().code]).toEqual([403, 'forbidden']);
    }
    expect(await promised()).toEqual([]);
  });

  it('that are not JSON are refused with the setting to change', async () => {
    const { headers } = host.sign('push', {});
    const text = 'payload=%7B%7D';
    const form = host.signText('push', text);
    const reply = await post({ headers: { ...headers, ...form, 'content-type': 'application/x-www-form-urlencoded' }, body: text });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().error).toContain('application/json');
  });

  it('returns 404 for webhooks of the other code host', async () => {
    const delivery = host.sign('push', { ref: 'refs/heads/main', after: COMMIT });
    expect((await post(delivery, kind === 'github' ? 'gitea' : 'github')).statusCode).toBe(404);
    expect((await post(delivery, 'gitlab')).statusCode).toBe(400);
  });
});

it('webhooks return 404 without a code host', async () => {
  const server = await startTestServer({ hasWorkers: false });
  try {
    expect((await server.inject({ method: 'POST', url: '/api/webhooks/github', payload: '{}' })).statusCode).toBe(404);
  } finally {
    await server.close();
  }
});

it('remembers a limited number of deliveries', () => {
  const seen = new SeenDeliveries();
  for (let count = 0; count < 5_000; count++) seen.add(String(count));
  expect([seen.has('0'), seen.has('4999')]).toEqual([false, true]);
});
