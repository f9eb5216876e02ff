import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { insertIdentity } from '#features/accounts/server/identity-queries.ts';
import { buildLesson } from '#testing/build-lesson.ts';
import { settingsOf, startCodeHost, type TestCodeHost } from '#testing/code-hosts/start-code-host.ts';
import { accountOf } from '#testing/code-hosts/test-pulls.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

const LIMIT = { timeout: 300_000, interval: 50 };

// What needs one code host runs on GitHub: features/code-hosts/server/pulls.test.ts tests how each of them is called.
describe.each(['github', 'gitea'] as const)('a review here of a pull request on %s', (kind) => {
  let host: TestCodeHost;
  let server: TestServer;

  beforeAll(async () => {
    host = await startCodeHost(kind);
    server = await startTestServer({ env: settingsOf(host) });
  });
  afterAll(async () => {
    await server.close();
    await host[Symbol.asyncDispose]();
  });

  /** A lesson with one screen in new drafts, under review. */
  async function reviewed() {
    const [author, reviewer] = [await server.newPerson('staff'), await server.newPerson('owner')];
    const staff = author.client;
    const screens = [{ title: 'Intro', body_markdown: 'One.\n\nTwo.' }];
    const lesson = await buildLesson(server.platform, author.actor, { sequence: 7, screens });
    const [screenId = 0] = lesson.screens;
    const state = async () => (await staff.getLesson({ params: { id: lesson.id } })).commit_status?.state;
    await expect.poll(state, LIMIT).toBe('pushed');
    const params = { id: lesson.release_id };
    await staff.openPullRequest({ params, body: {} });
    const pull = host.pulls.all.at(-1);
    if (!pull) throw new Error('The pull request is not on the code host.');
    const { after } = await staff.getPullDiff({ params, query: { folder: '7-loops' } });
    const path = 'lessons/7-loops/screens/intro/learn.md';
    return { params, lessonId: lesson.id, screenId, commit: after, path, pull, author, reviewer, staff, owner: reviewer.client };
  }

  /** Delivers the webhooks sent since the last call. */
  async function deliver(): Promise<void> {
    for (const { headers, body } of host.deliveries.splice(0)) {
      const { statusCode } = await server.inject({ method: 'POST', url: `/api/webhooks/${kind}`, headers, payload: body });
      expect(statusCode).toBe(200);
    }
  }

  it('has comments that are written on either side, and a suggestion from there is applied here', async () => {
    const { params, lessonId, screenId, commit, path, pull, author, reviewer, staff, owner } = await reviewed();
    const lines = { from: 3, to: 3 };
    const [made] = await owner.createPullComment({ params, body: { path, side: 'after', commit, lines, text: 'Why *two*?' } });
    const [there] = pull.comments;
    expect(there).toMatchObject({
      user: 'lessonwright',
      path,
      side: 'after',
      lines,
      commit,
      body: `**${reviewer.user.name}:**\n\nWhy *two*?`,
    });
    await staff.replyToPullComment({ params: { ...params, commentId: made?.id ?? 0 }, body: { text: 'Because.' } });
    await host.pulls.comment(pull.number, 'grace', { path, lines: { from: 1, to: 1 }, body: 'Better:\n```suggestion\nZero.\n```' });
    await deliver();
    await expect.poll(async () => (await owner.listPullComments({ params })).length, LIMIT).toBe(3);
    const comments = await owner.listPullComments({ params });
    expect(comments.map(({ by, text, reply_to, lines: at, suggestion }) => [by, text, reply_to, at?.from, suggestion])).toEqual([
      [reviewer.user.name, 'Why *two*?', null, 3, null],
      [author.user.name, 'Because.', made?.id, 3, null],
      ['grace', 'Better:', null, 1, 'Zero.'],
    ]);
    const suggested = comments.find(({ by }) => by === 'grace');
    await staff.applySuggestion({ params: { ...params, commentId: suggested?.id ?? 0 } });
    expect((await staff.getScreen({ params: { lessonId, screenId } })).body_markdown).toBe('Zero.\n\nTwo.');
  });

  it('is one review there with its comments, which are edited and deleted there, too', async () => {
    const { params, commit, path, pull, author, reviewer, staff, owner } = await reviewed();
    const by = reviewer.user.name;
    const body = { path, side: 'after', commit, is_pending: true } as const;
    await owner.createPullComment({ params, body: { ...body, lines: { from: 1, to: 1 }, text: 'One' } });
    await owner.createPullComment({ params, body: { ...body, lines: { from: 3, to: 3 }, text: 'Two' } });
    expect(pull.comments).toEqual([]);
    await owner.reviewPullRequest({ params, body: { verdict: 'approve', text: 'Good.' } });
    const review = pull.reviews[0]?.id;
    expect(pull.reviews).toMatchObject([{ body: `**${by} approved:**\n\nGood.` }]);
    expect(pull.comments).toMatchObject([
      { review, body: `**${by}:**\n\nOne`, lines: { to: 1 } },
      { review, body: `**${by}:**\n\nTwo`, lines: { to: 3 } },
    ]);
    await deliver();
    const [one, two] = await staff.listPullComments({ params });
    expect([one, two]).toMatchObject([
      { text: 'One', by, is_pending: false },
      { text: 'Two', by, is_pending: false },
    ]);
    const comment = (id = 0) => ({ params: { ...params, commentId: id } });
    await owner.editPullComment({ ...comment(one?.id), body: { text: 'One, shorter' } });
    expect(pull.comments[0]).toMatchObject({ body: `**${by}:**\n\nOne, shorter` });
    await staff.replyToPullComment({ ...comment(one?.id), body: { text: 'Done.' } });
    await owner.deletePullComment(comment(one?.id));
    await owner.deletePullComment(comment(two?.id));
    await deliver();
    // A thread with replies stays there, without what its first comment said. Gitea keeps every comment.
    const bodies = pull.comments.map((each) => each.body);
    expect(bodies).toEqual(
      kind === 'github'
        ? ['*This comment was deleted.*', `**${author.user.name}:**\n\nDone.`]
        : ['*This comment was deleted.*', '*This comment was deleted.*', `**${author.user.name}:**\n\nDone.`],
    );
    await host.pulls.review(pull.number, 'grace', 'comment', 'Seen.');
    await deliver();
    await expect.poll(async () => (await staff.getPullRequest({ params }))?.reviews.length, LIMIT).toBe(2);
    expect((await staff.listPullComments({ params })).map(({ text, is_deleted }) => [text, is_deleted])).toEqual([
      ['', true],
      ['Done.', false],
    ]);
  });

  /** Lets a person sign in here with an account of the code host. */
  const link = (person: Person, login: string) =>
    insertIdentity(server.platform.db, {
      issuer: `${new URL(host.address).origin}/`,
      subject: String(accountOf(login).id),
      user_id: person.user.id,
      email: `at-host-${person.user.email}`,
    });

  it.runIf(kind === 'github')('counts approvals and requests for changes from here and from there', async () => {
    const { params, pull, reviewer, owner } = await reviewed();
    const status = async () => (await owner.getPullRequest({ params }))?.status;
    expect(await owner.reviewPullRequest({ params, body: { verdict: 'approve', text: 'Good.' } })).toMatchObject({
      status: 'Approved',
      gate: { approvals_given: 1 },
    });
    expect(pull.reviews).toMatchObject([
      { user: 'lessonwright', verdict: 'comment', body: `**${reviewer.user.name} approved:**\n\nGood.` },
    ]);
    await deliver();
    const grace = await server.newPerson();
    await link(grace, 'grace');
    await host.pulls.review(pull.number, 'grace', 'request-changes', 'Shorter.');
    await deliver();
    await expect.poll(status, LIMIT).toBe('Changes requested');
    await host.pulls.review(pull.number, 'grace', 'approve');
    await deliver();
    await expect.poll(status, LIMIT).toBe('Approved');
    expect(await grace.client.getPullRequest({ params })).toMatchObject({
      reviews: [
        { by: reviewer.user.name, verdict: 'approve', is_own: false },
        { by: 'grace', verdict: 'request-changes', is_own: true },
        { by: 'grace', verdict: 'approve', approval: 'counts', is_own: true },
      ],
      gate: { approvals_given: 2 },
    });
    await owner.reviewPullRequest({ params, body: { verdict: 'request-changes', text: 'Wait.' } });
    expect(await status()).toBe('Changes requested');
    await owner.reviewPullRequest({ params, body: { verdict: 'approve' } });
    await server.client('owner').revokeStaff({ params: { id: grace.user.id } });
    await host.pulls.review(pull.number, 'grace', 'request-changes', 'I have left.');
    await deliver();
    const last = async () => (await owner.getPullRequest({ params }))?.reviews.find(({ text }) => text === 'I have left.');
    await expect.poll(last, LIMIT).toMatchObject({ by: 'grace', has_left: true });
    expect(await status()).toBe('Approved');
  });

  it.runIf(kind === 'github')(
    'counts no approval there of an account that may be a second one of an author, and each person once',
    async () => {
      const { params, pull, author, reviewer, owner } = await reviewed();
      await host.pulls.review(pull.number, 'linus', 'approve');
      await deliver();
      const state = async () => {
        const shown = await owner.getPullRequest({ params });
        return [shown?.status, shown?.gate?.approvals_given, ...(shown?.reviews ?? []).map(({ approval }) => approval)];
      };
      await expect.poll(state, LIMIT).toEqual(['In review', 0, 'no-account']);
      await expect(owner.mergePullRequest({ params, body: {} })).rejects.toMatchObject({
        message: expect.stringContaining('accounts with which people sign in here'),
      });
      await link(author, 'linus');
      expect(await state()).toEqual(['In review', 0, 'opener']);
      await link(reviewer, 'rita');
      await host.pulls.review(pull.number, 'rita', 'approve');
      await deliver();
      await expect.poll(state, LIMIT).toEqual(['Approved', 1, 'opener', 'counts']);
      await owner.reviewPullRequest({ params, body: { verdict: 'approve' } });
      expect(await state()).toEqual(['Approved', 1, 'opener', null, 'counts']);
      // What somebody commits on the pages of the host has another address than theirs here.
      const listed = vi.spyOn(server.platform.git.history, 'listWriters');
      for (const email of [`${accountOf('rita').id}+rita@users.noreply.github.com`, `at-host-${reviewer.user.email}`.toLowerCase()]) {
        listed.mockResolvedValue({ emails: new Set([email]), commits: [], changeIds: [] });
        expect(await state()).toEqual(['In review', 0, 'opener', null, 'writer']);
      }
      listed.mockRestore();
    },
  );

  // The last: main has the lesson of the others after it.
  it.runIf(kind === 'github')(
    'is refused with the reason when the code host refuses, and is merged there at the commit that was checked',
    async () => {
      const { params, commit, path, staff, owner } = await reviewed();
      host.fault = { status: 403, message: 'Resource not accessible' };
      const body = { path, side: 'after', commit, text: 'Why?' } as const;
      await expect(owner.createPullComment({ params, body })).rejects.toMatchObject({
        status: 422,
        message: expect.stringContaining('Resource not accessible'),
      });
      host.fault = null;
      expect(await owner.listPullComments({ params })).toEqual([]);
      const { pulls } = server.platform.codeHost;
      if (!pulls) throw new Error('The code host has no pull requests.');
      await owner.reviewPullRequest({ params, body: { verdict: 'approve' } });
      const merge = vi.spyOn(pulls, 'merge');
      expect(await staff.mergePullRequest({ params, body: {} })).toMatchObject({ state: 'merged' });
      expect(merge.mock.calls.map(([, { head_sha }]) => head_sha)).toEqual([commit]);
      merge.mockRestore();
    },
  );
});
