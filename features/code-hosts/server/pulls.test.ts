import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/server/config.ts';
import { HOST_TOKEN, settingsOf, startCodeHost, type TestCodeHost } from '#testing/code-hosts/start-code-host.ts';
import { accountOf } from '#testing/code-hosts/test-pulls.ts';
import type { CodeHost, PullHost } from './code-host.ts';
import { openCodeHost } from './open-code-host.ts';

// Both implementations have to meet the same contract.
describe.each(['github', 'gitea'] as const)('pull requests on %s', (kind) => {
  let host: TestCodeHost;
  let codeHost: CodeHost;
  let pulls: PullHost;
  const NAME = kind === 'github' ? 'GitHub' : 'Gitea';

  /** The branches before each test. */
  let before: Readonly<Record<'main' | 'drafts/ada', string>>;

  beforeAll(async () => {
    host = await startCodeHost(kind);
    before = { main: await head('main'), 'drafts/ada': await commit('drafts/ada', 'one') };
  });
  afterAll(() => host[Symbol.asyncDispose]());

  beforeEach(async () => {
    host.fault = null;
    for (const list of [host.pulls.all, host.deliveries, host.calls]) list.length = 0;
    for (const [branch, sha] of Object.entries(before))
      if ((await head(branch)) !== sha) await host.repository.run(['update-ref', `refs/heads/${branch}`, sha]);
    codeHost = openCodeHost(readConfig(settingsOf(host)));
    if (codeHost.pulls === null) throw new Error('no pull requests');
    pulls = codeHost.pulls;
  });

  async function commit(branch: string, text: string): Promise<string> {
    const { repository } = host;
    const parent = (await host.pulls.head(branch)) ?? (await repository.text(['rev-parse', 'main']));
    const blob = await repository.text(['hash-object', '-w', '--stdin'], { input: [text] });
    const tree = await repository.text(['mktree'], { input: [`100644 blob ${blob}\tlesson.md\n`] });
    const config = { 'user.name': 'x', 'user.email': 'x@x' };
    const sha = await repository.text(['commit-tree', tree, '-p', parent, '-m', text], { config });
    await repository.run(['update-ref', `refs/heads/${branch}`, sha]);
    return sha;
  }
  const open = (branch = 'drafts/ada') => pulls.open({ branch, title: 'Loops', body: 'Two lessons.' });
  const head = async (branch = 'drafts/ada') => (await host.pulls.head(branch)) ?? '';

  it('are opened once, and found afterwards', async () => {
    expect(await pulls.find('drafts/ada')).toBeNull();
    const opened = await open();
    expect(opened).toMatchObject({
      number: 1,
      title: 'Loops',
      body: 'Two lessons.',
      state: 'open',
      status: 'In review',
      branch: 'drafts/ada',
      head_sha: await head(),
      opened_by: 'lessonwright',
      opened_by_id: String(accountOf('lessonwright').id),
      merge_sha: null,
      merged_by: null,
      merged_at: null,
      reviews: [],
    });
    expect(opened.url).toMatch(/\/team\/content\/pulls?\/1$/);
    expect(opened.opened_at).toBeInstanceOf(Date);
    expect((await open()).number).toBe(1);
    expect(await pulls.find('drafts/ada')).toMatchObject({ number: 1 });
    expect(await pulls.find('drafts/a')).toBeNull();
  });

  it('can be reopened; of several the open one counts, else the newest', async () => {
    await open();
    expect(await pulls.close(1)).toMatchObject({ state: 'closed', status: 'Closed', branch: 'drafts/ada' });
    expect(await pulls.close(1)).toMatchObject({ state: 'closed' });
    expect(await pulls.reopen(1)).toMatchObject({ state: 'open', status: 'In review' });
    await pulls.close(1);
    await open();
    await pulls.close(2);
    expect(await pulls.find('drafts/ada')).toMatchObject({ number: 2, state: 'closed' });
    await pulls.reopen(1);
    expect(await pulls.find('drafts/ada')).toMatchObject({ number: 1, state: 'open' });
  });

  it('ask for no merge into main while they go into another branch', async () => {
    await open();
    const [pull] = host.pulls.all;
    if (!pull) throw new Error('It is not on the code host.');
    pull.base = 'elsewhere';
    expect(await pulls.get(1)).toMatchObject({ state: 'open', branch: null });
  });

  it('list each review; the newest of each user counts, and comments do not', async () => {
    await open();
    await host.pulls.review(1, 'grace', 'request-changes', 'Shorter, please.');
    await host.pulls.review(1, 'linus', 'approve');
    const asked = await pulls.get(1);
    expect(asked.status).toBe('Changes requested');
    expect(asked.reviews).toEqual([
      {
        id: expect.any(String),
        by: 'grace',
        by_id: String(accountOf('grace').id),
        verdict: 'request-changes',
        text: 'Shorter, please.',
        commit: await head(),
        at: expect.any(Date),
      },
      {
        id: expect.any(String),
        by: 'linus',
        by_id: String(accountOf('linus').id),
        verdict: 'approve',
        text: '',
        commit: await head(),
        at: expect.any(Date),
      },
    ]);
    await host.pulls.review(1, 'grace', 'comment', 'Better.');
    expect((await pulls.get(1)).status).toBe('Changes requested');
    const approval = await host.pulls.review(1, 'grace', 'approve');
    expect((await pulls.get(1)).status).toBe('Approved');
    approval.isDismissed = true;
    expect(await pulls.get(1)).toMatchObject({ status: 'Approved' });
    for (const review of host.pulls.all[0]?.reviews ?? []) review.isDismissed = true;
    expect((await pulls.get(1)).status).toBe('In review');
  });

  it('count no earlier approval of someone whose last one was dismissed', async () => {
    await open();
    await host.pulls.review(1, 'grace', 'approve');
    (await host.pulls.review(1, 'grace', 'approve')).isDismissed = true;
    const { status, reviews } = await pulls.get(1);
    expect([status, reviews.map(({ verdict }) => verdict)]).toEqual(['In review', ['comment', 'comment']]);
  });

  it('count no verdict of a stranger, because everyone can review in a public repository', async () => {
    await open();
    for (const verdict of ['approve', 'request-changes'] as const) {
      const review = await host.pulls.review(1, 'mallory', verdict, 'Hello.');
      expect((await pulls.get(1)).status).not.toBe('In review');
      review.isByStranger = true;
      const { status, reviews } = await pulls.get(1);
      expect([status, reviews.at(-1)]).toEqual(['In review', expect.objectContaining({ by: 'mallory', verdict: 'comment' })]);
    }
  });

  it('list more reviews than fit on one page', async () => {
    await open();
    for (let count = 0; count < 120; count++) await host.pulls.review(1, 'grace', 'comment', String(count));
    await host.pulls.review(1, 'grace', 'approve');
    const { reviews, status } = await pulls.get(1);
    expect([reviews.length, status]).toEqual([121, 'Approved']);
  });

  it('are merged at the reviewed commit, with the user and the time', async () => {
    const seen = await head();
    await open();
    await commit('drafts/ada', 'two');
    await expect(pulls.merge(1, { head_sha: seen, message: null })).rejects.toMatchObject({
      failure: 'refused',
      message: expect.stringContaining('Head branch was modified'),
    });
    const merged = await pulls.merge(1, { head_sha: await head(), message: 'Publish the loops' });
    expect(merged).toMatchObject({ state: 'merged', status: 'Merged', merged_by: 'lessonwright' });
    expect(merged.merge_sha).toBe(await host.repository.text(['rev-parse', 'main']));
    expect(await host.repository.text(['log', '-1', '--format=%B', 'main'])).toContain('Publish the loops');
    // A repeated call after a lost response.
    expect(await pulls.merge(1, { head_sha: await head(), message: null })).toMatchObject({ state: 'merged' });
    await expect(pulls.reopen(1)).rejects.toMatchObject({ failure: 'refused' });
  });

  it('are not merged while they are drafts, with the reason of the code host', async () => {
    await open();
    const [pull] = host.pulls.all;
    if (!pull) throw new Error('no pull request');
    if (kind === 'github') pull.isDraft = true;
    else pull.title = 'WIP: Loops';
    await expect(pulls.merge(1, { head_sha: await head(), message: null })).rejects.toMatchObject({
      failure: 'refused',
      message: expect.stringMatching(/draft|Work in progress/),
    });
  });

  it('are commented on line by line, with replies and suggestions', async () => {
    await open();
    const commit = await head();
    const place = { path: 'lesson.md', side: 'after', commit } as const;
    const first = await pulls.comment(1, { ...place, lines: { from: 2, to: 3 }, body: 'Why?\n\n```suggestion\ntwo\n```', reply_to: null });
    const reply = await pulls.comment(1, { ...place, lines: { from: 2, to: 3 }, body: 'Because.', reply_to: first });
    await host.pulls.comment(1, 'kim', { path: 'other.md', side: 'before', lines: { from: 1, to: 1 }, body: 'Hm.' });
    const { comments, reviews, status } = await pulls.get(1);
    // Gitea has no ranges.
    const lines = kind === 'github' ? { from: 2, to: 3 } : { from: 3, to: 3 };
    expect(comments).toEqual([
      { id: first, reply_to: null, by: 'lessonwright', ...place, lines, text: 'Why?', suggestion: 'two', at: expect.any(Date) },
      { id: reply, reply_to: first, by: 'lessonwright', ...place, lines, text: 'Because.', suggestion: null, at: expect.any(Date) },
      {
        id: expect.any(String),
        reply_to: null,
        by: 'kim',
        path: 'other.md',
        side: 'before',
        lines: { from: 1, to: 1 },
        commit,
        text: 'Hm.',
        suggestion: null,
        at: expect.any(Date),
      },
    ]);
    expect([reviews, status]).toEqual([[], 'In review']);
  });

  it('are commented on as a whole file, and on lines that the code host refuses', async () => {
    await open();
    const comment = { path: 'lesson.md', side: 'after', commit: await head(), body: 'Hm.', reply_to: null } as const;
    const file = await pulls.comment(1, { ...comment, lines: null });
    const far = await pulls.comment(1, { ...comment, lines: { from: 5_000, to: 5_000 } });
    const { comments } = await pulls.get(1);
    const of = (id: string) => comments.find((one) => one.id === id)?.lines?.from ?? null;
    expect([of(file), of(far)]).toEqual(kind === 'github' ? [null, null] : [1, 5_000]);
  });

  it('are reviewed without a verdict by the account of the product', async () => {
    await open();
    const { id, comments } = await pulls.review(1, { head_sha: await head(), body: '**Ada** approved.', comments: [] });
    expect(comments).toEqual([]);
    expect(await pulls.get(1)).toMatchObject({
      status: 'In review',
      reviews: [{ id, by: 'lessonwright', verdict: 'comment', text: '**Ada** approved.', commit: await head() }],
    });
  });

  it.each([
    ['together', 3],
    ['one by one, once one of them is refused', 5_000],
  ])('are reviewed with comments %s, which are edited and deleted', async (_, line) => {
    await open();
    const comment = (path: string, at: number | null) =>
      ({ path, side: 'after', lines: at === null ? null : { from: at, to: at }, commit: '', body: 'Hm.', reply_to: null }) as const;
    const commit = await head();
    const sent = [comment('lesson.md', 2), comment('lesson.md', line), comment('other.md', null)].map((each) => ({ ...each, commit }));
    const written = await pulls.review(1, { head_sha: commit, body: '**Ada** commented.', comments: sent });
    expect(new Set(written.comments).size).toBe(3);
    const [first, second, third] = written.comments;
    const listed = async () => new Map((await pulls.get(1)).comments.map(({ id, path, text, lines }) => [id, [path, text, lines?.to]]));
    const [far, whole] = kind === 'github' ? [line === 3 ? 3 : undefined, undefined] : [line, 1];
    expect(await listed()).toEqual(
      new Map([
        [first, ['lesson.md', 'Hm.', 2]],
        [second, ['lesson.md', 'Hm.', far]],
        [third, ['other.md', 'Hm.', whole]],
      ]),
    );
    expect((await pulls.get(1)).reviews).toMatchObject([{ id: written.id, text: '**Ada** commented.' }]);
    await pulls.editComment(1, second ?? '', 'Better.');
    await pulls.deleteComment(1, third ?? '');
    expect(await listed()).toEqual(
      new Map([
        [first, ['lesson.md', 'Hm.', 2]],
        [second, ['lesson.md', 'Better.', far]],
      ]),
    );
  });

  it('cannot be opened for an unknown branch', async () => {
    await expect(open('nowhere')).rejects.toMatchObject({ failure: 'refused', message: `${NAME} refused: Validation Failed.` });
    await expect(pulls.get(99)).rejects.toMatchObject({ failure: 'not-found', message: expect.stringContaining('pull request 99') });
  });

  it.each([
    [401, 'Bad credentials', 'refused', /rejected the token: it has expired/],
    [403, 'Resource not accessible', 'refused', /does not allow the token to do this: Resource not accessible\. It needs/],
    [404, 'Not Found', 'not-found', /has no pull request 1/],
    [422, 'Validation Failed', 'refused', /refused: Validation Failed\./],
    [502, '<html>', 'unreachable', /has a server error \(502\)/],
    [429, 'Slow down', 'unreachable', /is rate limiting requests/],
  ] as const)(
    'say what to do when the answer is %i',
    async (status, message, failure, text) => {
      await open();
      host.fault = { status, message };
      const error = await pulls.get(1).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ name: 'CodeHostError', failure, message: expect.stringMatching(text) });
      expect(JSON.stringify([error, (error as Error).stack, (error as Error).cause])).not.toContain(HOST_TOKEN);
      expect(codeHost.lastError()).toMatchObject({ text: (error as Error).message });
    },
    60_000,
  );

  it('are requested again after a temporary fault or a closed connection', async () => {
    await open();
    host.fault = 'down-once';
    expect(await pulls.get(1)).toMatchObject({ number: 1 });
    host.fault = 'down';
    await expect(pulls.get(1)).rejects.toMatchObject({
      failure: 'unreachable',
      message: expect.stringContaining(`${NAME} cannot be reached`),
    });
  });

  it('stop on their signal', async () => {
    host.fault = 'down';
    const reason = new Error('the server is stopping');
    await expect(pulls.get(1, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(host.calls).toEqual([]);
  });
});
