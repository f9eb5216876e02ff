import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Api } from '#app/contract/api.ts';
import { toActor } from '#features/accounts/server/users.ts';
import type { Client } from '#platform/contract/client.ts';
import { buildLesson } from '#testing/build-lesson.ts';
import { pushChanges } from '#testing/push-changes.ts';
import { startTestServer, type TestRole, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let staff: Client<Api>;
let owner: Client<Api>;
let params: { id: number };
let place: { path: string; side: 'after'; commit: string };

beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false });
  staff = server.client('staff');
  owner = server.client('owner');
  const { id: release_id } = await staff.createRelease({ body: { name: 'Autumn', version_major: 'autumn', create_new: true } });
  await buildLesson(server.platform, toActor(server.users.staff), {
    sequence: 971,
    release_id,
    screens: [{ title: 'Intro', body_markdown: 'One.' }],
  });
  await pushChanges(server.platform);
  params = { id: release_id };
  await staff.openPullRequest({ params, body: {} });
  const { after } = await staff.getPullDiff({ params, query: { folder: '971-loops' } });
  place = { path: 'lessons/971-loops/screens/intro/learn.md', side: 'after', commit: after };
});
afterAll(() => server?.close());
beforeEach(() => server.platform.db.deleteFrom('notifications').execute());

const inbox = async (role: TestRole) => (await server.client(role).listNotifications({ query: {} })).notifications;
const kinds = async (role: TestRole) => (await inbox(role)).map(({ kind, details }) => [kind, details.excerpt]);

describe('a mention in a review', () => {
  it('in a comment on the changes notifies the user once, with a link to the pull request', async () => {
    await owner.createPullComment({ params, body: { ...place, text: 'What does @staff say? Not `@owner`.' } });
    expect(await inbox('staff')).toMatchObject([
      {
        kind: 'mention',
        actor: { name: 'Test owner' },
        details: { release: 'Autumn', excerpt: expect.stringContaining('@staff') },
        target: { release_id: params.id, lesson_id: null },
      },
    ]);
    expect(await inbox('owner')).toEqual([]);
  });

  it('in a reply comes before the notification of the reply', async () => {
    const [first] = await owner.createPullComment({ params, body: { ...place, text: 'Why?' } });
    await server.platform.db.deleteFrom('notifications').execute();
    await staff.replyToPullComment({ params: { ...params, commentId: first?.id ?? 0 }, body: { text: '@owner, because.' } });
    expect(await kinds('owner')).toEqual([['mention', '@owner, because.']]);
  });

  it('in a pending comment notifies when the review is submitted, as one in its text does', async () => {
    await owner.createPullComment({ params, body: { ...place, text: 'Look, @staff.', is_pending: true } });
    expect(await inbox('staff')).toEqual([]);
    await owner.reviewPullRequest({ params, body: { verdict: 'comment', text: '' } });
    expect(await kinds('staff')).toEqual([['mention', 'Look, @staff.']]);
    await owner.reviewPullRequest({ params, body: { verdict: 'comment', text: 'And @staff, look at the rest.' } });
    expect((await kinds('staff'))[0]).toEqual(['mention', 'And @staff, look at the rest.']);
  });

  it('does not notify external authors, who may not see the pull request', async () => {
    await owner.createPullComment({ params, body: { ...place, text: '@external @external@example.org' } });
    expect(await inbox('external')).toEqual([]);
  });
});

describe('a review request', () => {
  /** A release of the staff user with one changed lesson, whose reviewer is `reviewer`. */
  async function release(sequence: number, reviewer: string | null = null) {
    const { id } = await staff.createRelease({ body: { name: `R${sequence}`, version_major: `r${sequence}`, create_new: true } });
    const author = toActor(server.users.staff);
    const { id: lessonId } = await buildLesson(server.platform, author, { sequence, release_id: id, screens: [{ title: 'Intro' }] });
    if (reviewer !== null) await staff.saveLesson({ params: { id: lessonId }, body: { reviewer } });
    await pushChanges(server.platform);
    return { id };
  }
  const asked = async (client: Client<Api>) =>
    (await client.listNotifications({ query: {} })).notifications.filter(({ kind }) => kind === 'review_request');
  const reviewers = async (release: { id: number }) =>
    (await staff.getPullRequest({ params: release }))?.reviewers.map(({ name, verdict }) => [name, verdict]);

  const work = async (client: Client<Api>, name: string) =>
    (await client.listWork()).filter(({ release }) => release === name).map(({ why, by }) => [why, by]);

  it('reaches only who is asked, and is settled by their review, also if they are asked again', async () => {
    const [rita, cy] = [await server.newPerson(), await server.newPerson()];
    const one = await release(981);
    await staff.openPullRequest({ params: one, body: { reviewers: [rita.user.id] } });
    await cy.client.followPullRequest({ params: one, body: { is_following: true } });
    expect(await asked(rita.client)).toMatchObject([{ details: { release: 'R981', is_unassigned: false } }]);
    expect([await inbox('owner'), await asked(cy.client)]).toEqual([[], []]);
    expect([await work(rita.client, 'R981'), await work(cy.client, 'R981')]).toEqual([[['review', 'Test staff']], []]);
    await rita.client.reviewPullRequest({ params: one, body: { verdict: 'request-changes', text: 'Shorter.' } });
    expect([await asked(rita.client), await reviewers(one)]).toEqual([[], [[rita.user.name, 'request-changes']]]);
    expect((await cy.client.listNotifications({ query: {} })).notifications).toMatchObject([{ kind: 'review' }]);
    expect([await work(rita.client, 'R981'), await work(staff, 'R981')]).toEqual([[], [['changes', rita.user.name]]]);
    await staff.askReviewers({ params: one, body: { reviewers: [rita.user.id, cy.user.id] } });
    expect([(await asked(rita.client)).length, (await asked(cy.client)).length]).toEqual([1, 1]);
    await rita.client.reviewPullRequest({ params: one, body: { verdict: 'approve', text: '' } });
    // One approval is enough here.
    expect([await asked(rita.client), await asked(cy.client)]).toEqual([[], []]);
    expect(await work(staff, 'R981')).toEqual([['approved', rita.user.name]]);
  });

  it('goes to the reviewers of the changed lessons, else to the owners, and ends when it is taken back or closed', async () => {
    const rita = await server.newPerson();
    const [named, unnamed] = [await release(982, rita.user.email), await release(983)];
    for (const params of [named, unnamed]) await staff.openPullRequest({ params, body: {} });
    expect((await asked(rita.client)).map(({ details }) => details.release)).toEqual(['R982']);
    expect((await asked(owner)).map(({ details }) => [details.release, details.is_unassigned])).toEqual([['R983', true]]);
    expect([await work(rita.client, 'R983'), await work(staff, 'R983')]).toEqual([[['unassigned', 'Test staff']], []]);
    await staff.withdrawReviewRequest({ params: { ...named, userId: rita.user.id } });
    await staff.closePullRequest({ params: unnamed });
    expect([await asked(rita.client), await asked(owner), await reviewers(named)]).toEqual([[], [], []]);
  });

  it('proposes who reviews or wrote the lessons, and refuses who is not on staff', async () => {
    const [rita, external] = [await server.newPerson(), server.users.external];
    const one = await release(984, rita.user.email);
    const candidates = await staff.listReviewers({ params: one });
    expect(candidates.find(({ id }) => id === rita.user.id)).toMatchObject({ reviews: [expect.any(Number)], wrote: [], is_writer: false });
    expect(candidates.map(({ id }) => id)).not.toContain(external.id);
    const refused = { code: 'refused' };
    await expect(staff.openPullRequest({ params: one, body: { reviewers: [external.id] } })).rejects.toMatchObject(refused);
    await staff.openPullRequest({ params: one, body: { reviewers: [] } });
    await expect(owner.askReviewers({ params: one, body: { reviewers: [server.users.staff.id] } })).rejects.toMatchObject(refused);
  });

  it('to a group reaches its members as of now who can be asked, and is taken back from those who haven’t answered', async () => {
    const [rita, cy, dee, author] = [
      await server.newPerson(),
      await server.newPerson(),
      await server.newPerson(),
      await server.newPerson('author'),
    ];
    const members = [rita.user.id, cy.user.id, server.users.staff.id, author.user.id];
    const group = (await owner.createGroup({ body: { name: 'Data team', members } })).find(({ name }) => name === 'Data team');
    const others = await owner.createGroup({ body: { name: 'Authors', members: [author.user.id] } });
    const one = await release(985);
    const refused = { code: 'refused' };
    for (const groups of [[others.find(({ name }) => name === 'Authors')?.id ?? 0], [999_999]]) {
      await expect(staff.openPullRequest({ params: one, body: { groups } })).rejects.toMatchObject(refused);
    }
    await staff.openPullRequest({ params: one, body: { groups: [group?.id ?? 0] } });
    const body = { name: 'Data people', members: [dee.user.id] };
    await owner.saveGroup({ params: { id: group?.id ?? 0 }, body });
    const shown = async () => (await staff.getPullRequest({ params: one }))?.reviewers.map(({ id, group: by }) => [id, by?.name]);
    expect(await shown()).toEqual([
      [rita.user.id, 'Data people'],
      [cy.user.id, 'Data people'],
    ]);
    expect((await Promise.all([rita, cy, dee, author].map(({ client }) => asked(client)))).map(({ length }) => length)).toEqual([
      1, 1, 0, 0,
    ]);
    await rita.client.reviewPullRequest({ params: one, body: { verdict: 'request-changes', text: 'Shorter.' } });
    const params = { ...one, groupId: group?.id ?? 0 };
    await staff.withdrawGroupRequest({ params });
    expect([await shown(), await asked(cy.client)]).toEqual([[[rita.user.id, 'Data people']], []]);
    await expect(staff.withdrawGroupRequest({ params })).rejects.toMatchObject({ code: 'not_found' });
    await staff.askReviewers({ params: one, body: { reviewers: [cy.user.id], groups: [group?.id ?? 0] } });
    await owner.deleteGroup({ params: { id: group?.id ?? 0 } });
    const after = (await staff.getPullRequest({ params: one }))?.reviewers.map(({ name, group: by }) => [name, by]) ?? [];
    expect(new Set(after)).toEqual(new Set([rita, cy, dee].map(({ user }) => [user.name, null])));
  });
});
