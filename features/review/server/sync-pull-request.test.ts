import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HostedPull } from '#features/code-hosts/server/code-host.ts';
import { startTestServer, type Person, type TestServer } from '#testing/test-server.ts';
import { findPull, pullSummaries } from './pulls/pull-requests.ts';
import { syncPullRequest } from './sync-pull-request.ts';

let server: TestServer;
let author: Person;
/** In the drafts of the author of each test. */
let lesson: { id: number; release_id: number };

beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false });
});
afterAll(() => server.close());
beforeEach(async () => {
  await sql`delete from pgboss.job`.execute(server.platform.db);
  await server.platform.db.deleteFrom('pull_requests').execute();
  author = await server.newPerson();
  lesson = await author.client.createLesson({ body: { sequence: 901, title: 'Loops' } });
  await server.platform.db.updateTable('lessons').set({ review_status: 'In review' }).where('id', '=', lesson.id).execute();
});

/** Later than the releases of this test. */
const AT = new Date('2126-01-02T03:04:05Z');

/** A code host's pull request; a test passes only what matters to it. */
function heard(given: Partial<HostedPull> = {}): HostedPull {
  return {
    number: 7,
    url: 'https://code.example/pulls/7',
    title: 'Loops',
    body: '',
    state: 'open',
    status: 'In review',
    branch: author.branch,
    head_sha: 'a'.repeat(40),
    is_mergeable: true,
    opened_by: 'eve',
    opened_by_id: null,
    opened_at: AT,
    merge_sha: null,
    merged_by: null,
    merged_at: null,
    reviews: [],
    comments: [],
    ...given,
  };
}

const review = { id: 'r1', by: 'kim', by_id: null, verdict: 'request-changes', text: 'No.', commit: null, at: AT } as const;
const merged = { state: 'merged', status: 'Merged', merge_sha: 'b'.repeat(40), merged_by: 'kim', merged_at: AT } as const;

const hear = (given: Partial<HostedPull> = {}) => syncPullRequest(server.platform, heard(given));
const stored = () => findPull(server.platform.db, lesson.release_id);
const statusOfLesson = async () => (await author.client.getLesson({ params: { id: lesson.id } })).review_status;

async function newRelease() {
  const branch = `release-${author.user.id}`;
  const { id } = await author.client.createRelease({ body: { name: branch, version_major: branch, create_new: true } });
  return { id, branch, isClosed: async () => (await author.client.getRelease({ params: { id } })).is_closed };
}

async function importsPromised(): Promise<number> {
  const { rows } = await sql<{ name: string }>`select name from pgboss.job where name = 'import-main'`.execute(server.platform.db);
  return rows.length;
}

describe('what another code host says of a pull request', () => {
  it('is found by the branch, then by the number', async () => {
    await hear();
    expect(await stored()).toMatchObject({ number: 7, state: 'open', opened_by_name: 'eve', url: 'https://code.example/pulls/7' });
    await hear({ branch: 'renamed', title: 'Renamed' });
    expect(await stored()).toMatchObject({ number: 7, title: 'Renamed' });
    expect((await pullSummaries(server.platform.db)).get(lesson.release_id)).toEqual({
      url: 'https://code.example/pulls/7',
      status: 'In review',
    });
  });

  it.each([{ branch: 'somebody-elses' }, { branch: null }, { branch: 'main' }])('ignores a pull request with %j', async (given) => {
    await hear({ number: 8, ...given });
    expect(await stored()).toBeUndefined();
  });

  it('moves the lessons that are under review, and promises an import of main once it is merged', async () => {
    await hear({ status: 'Changes requested', reviews: [review] });
    expect(await statusOfLesson()).toBe('Changes requested');
    await hear({ status: 'Approved', reviews: [{ ...review, verdict: 'approve', text: 'Yes.' }] });
    expect(await statusOfLesson()).toBe('Approved');
    expect(await importsPromised()).toBe(0);
    await hear(merged);
    await hear(merged);
    expect([await statusOfLesson(), await importsPromised()]).toEqual(['Merged', 1]);
  });

  it('cannot take a merge back, however late it comes', async () => {
    await hear(merged);
    await hear({ status: 'Changes requested' });
    expect(await stored()).toMatchObject({ state: 'merged', status: 'Merged', merged_by_name: 'kim' });
  });

  it('closes and opens, and tells no other review of a second pull request by an old one', async () => {
    await hear({ state: 'closed', status: 'Closed' });
    expect(await statusOfLesson()).toBe('Closed');
    await hear({ number: 9 });
    expect(await statusOfLesson()).toBe('In review');
    await hear({ state: 'closed', status: 'Closed', title: 'Late' });
    expect([await statusOfLesson(), (await stored())?.number]).toEqual(['In review', 9]);
  });

  it('closes a release with its merge once, and reopens it with the next pull request', async () => {
    const { id, branch, isClosed } = await newRelease();
    await hear({ branch });
    expect(await isClosed()).toBe(false);
    await hear({ branch, ...merged });
    expect(await isClosed()).toBe(true);
    await author.client.reopenRelease({ params: { id } });
    await hear({ branch, ...merged, title: 'Renamed' });
    expect(await isClosed()).toBe(false);
    await hear({ branch, number: 8, ...merged });
    expect(await isClosed()).toBe(true);
    await hear({ branch, number: 9 });
    expect(await isClosed()).toBe(false);
    await hear({ branch, number: 8, ...merged, title: 'Late' });
    expect(await isClosed()).toBe(false);
  });

  it('is none of ours any more once it goes into another branch, and its merge there closes no release', async () => {
    const { id, branch, isClosed } = await newRelease();
    await hear({ branch });
    await hear({ ...merged, branch: null });
    expect(await findPull(server.platform.db, id)).toMatchObject({ state: 'closed', status: 'Closed', merge_sha: null });
    expect([await isClosed(), await importsPromised()]).toEqual([false, 0]);
  });

  it('counts by when it was opened or merged, not by when it is heard of first', async () => {
    const { id, branch, isClosed } = await newRelease();
    const number = async () => (await findPull(server.platform.db, id))?.number;
    const before = new Date('2000-01-02T03:04:05Z');
    await hear({ branch, number: 4, ...merged, opened_at: before, merged_at: before });
    expect(await number()).toBeUndefined();
    await hear({ branch, number: 9 });
    await hear({ branch, number: 8, ...merged, opened_at: new Date(+AT - 2), merged_at: new Date(+AT - 1) });
    expect([await number(), await isClosed()]).toEqual([9, false]);
    await hear({ branch, number: 9, state: 'closed', status: 'Closed' });
    expect([await number(), await isClosed()]).toEqual([9, false]);
  });

  it('was opened by the person who did it here, whoever reports it first', async () => {
    await hear({ opened_by: 'lessonwright' });
    await syncPullRequest(server.platform, heard({ opened_by: 'lessonwright' }), { by: author.actor });
    await hear({ opened_by: 'lessonwright' });
    expect(await stored()).toMatchObject({ opened_by: author.user.id });
  });

  it('is stored together with the audit entry of who changed it, or not at all', async () => {
    const audit = { actor: null, action: 'pull-request.merge', subject: `release:${lesson.release_id}` } as const;
    const entries = async () =>
      (await server.platform.db.selectFrom('audit_entries').select('id').where('subject', '=', audit.subject).execute()).length;
    await hear();
    const { db, live } = server.platform;
    const jobs = { send: () => Promise.reject(new Error('no queue')) };
    await expect(syncPullRequest({ db, live, jobs }, heard(merged), { audit })).rejects.toThrow('no queue');
    expect([(await stored())?.state, await entries()]).toEqual(['open', 0]);
    await syncPullRequest(server.platform, heard(merged), { audit });
    expect([(await stored())?.state, await entries()]).toEqual(['merged', 1]);
  });
});
