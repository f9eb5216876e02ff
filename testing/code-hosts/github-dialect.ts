import { createHmac } from 'node:crypto';
import { answerForPull, matcher, NO_COMMIT, textOf, type Dialect, type HostCall } from './dialect.ts';
import { accountOf, HostRefusal, type TestComment, type TestPull, type TestPulls, type TestReview } from './test-pulls.ts';

const STATES = { approve: 'APPROVED', 'request-changes': 'CHANGES_REQUESTED', comment: 'COMMENTED' } as const;

function toPull(pull: TestPull) {
  const repo = { full_name: 'team/content', private: false };
  return {
    number: pull.number,
    html_url: `https://github.example/team/content/pull/${pull.number}`,
    title: pull.title,
    body: pull.body === '' ? null : pull.body,
    state: pull.isOpen ? 'open' : 'closed',
    draft: pull.isDraft,
    mergeable: pull.isOpen ? true : null,
    merged_at: pull.merge?.at.toISOString() ?? null,
    merge_commit_sha: pull.merge?.sha ?? '1'.repeat(40),
    merged_by: pull.merge ? { login: pull.merge.by } : null,
    user: accountOf(pull.user),
    created_at: pull.at.toISOString(),
    head: { label: `team:${pull.branch}`, ref: pull.branch, sha: pull.headSha, repo },
    base: { label: `team:${pull.base}`, ref: pull.base, sha: '2'.repeat(40), repo },
  };
}

function toReview(review: TestReview) {
  return {
    id: review.id,
    user: accountOf(review.user),
    body: review.body,
    state: review.isDismissed ? 'DISMISSED' : STATES[review.verdict],
    commit_id: review.commit,
    author_association: review.isByStranger ? 'NONE' : 'MEMBER',
    submitted_at: review.at.toISOString(),
  };
}

function toComment(comment: TestComment) {
  return {
    id: comment.id,
    ...(comment.replyTo === null ? {} : { in_reply_to_id: comment.replyTo }),
    user: accountOf(comment.user),
    body: comment.body,
    path: comment.path,
    side: comment.side === 'before' ? 'LEFT' : 'RIGHT',
    subject_type: comment.lines === null ? 'file' : 'line',
    original_line: comment.lines?.to ?? null,
    original_start_line: comment.lines === null || comment.lines.from === comment.lines.to ? null : comment.lines.from,
    original_commit_id: comment.commit,
    created_at: comment.at.toISOString(),
  };
}

/** GitHub rejects comments on lines that are far from any change; here that is every line after this one. */
export const LAST_COMMENTED_LINE = 1_000;

/** GitHub's REST API, as far as the product uses it (https://docs.github.com/rest/pulls). */
export const GITHUB: Dialect = {
  apiPath: '/api/v3',
  async answer(call, pulls) {
    const { query, body, user } = call;
    const at = matcher(call);
    if (at('GET {repository}/pulls')) return { status: 200, body: listed(pulls, query).map(toPull) };
    if (at('POST {repository}/pulls')) {
      const input = { branch: textOf(call, 'head'), title: textOf(call, 'title'), body: textOf(call, 'body'), user };
      return { status: 201, body: toPull(await pulls.open(input)) };
    }
    const reviewed = at('GET {repository}/pulls/{number}/reviews');
    if (reviewed) {
      const { reviews } = await pulls.get(Number(reviewed['number']));
      return { status: 200, body: page(reviews, query).map(toReview) };
    }
    const commented = at('GET {repository}/pulls/{number}/comments');
    if (commented) return { status: 200, body: page((await pulls.get(Number(commented['number']))).comments, query).map(toComment) };
    const written = await answerForComments(call, pulls);
    if (written) return written;
    const merged = at('PUT {repository}/pulls/{number}/merge');
    if (merged) {
      const message = typeof body['commit_message'] === 'string' ? { message: body['commit_message'] } : {};
      const { merge } = await pulls.merge(Number(merged['number']), user, { sha: textOf(call, 'sha'), ...message });
      return { status: 200, body: { sha: merge?.sha, merged: true, message: 'Pull Request successfully merged' } };
    }
    return answerForPull(call, pulls, toPull, 200);
  },
  pullDelivery: (pull, action) => ({
    event: action === 'submitted' ? 'pull_request_review' : 'pull_request',
    body: { action, pull_request: toPull(pull), repository: { full_name: 'team/content' } },
  }),
  branchDelivery: (branch, sha) => ({
    event: 'push',
    body: { ref: `refs/heads/${branch}`, after: sha ?? NO_COMMIT, deleted: sha === null, repository: { full_name: 'team/content' } },
  }),
  sign: (secret, event, delivery, body) => ({
    'x-github-event': event,
    'x-github-delivery': delivery,
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  }),
};

/** Writing comments and reviews. */
async function answerForComments(call: HostCall, pulls: TestPulls): Promise<{ status: number; body: unknown } | undefined> {
  const { body, user } = call;
  const at = matcher(call);
  const reply = at('POST {repository}/pulls/{number}/comments/{id}/replies');
  if (reply) {
    const first = (await pulls.get(Number(reply['number']))).comments.find(({ id }) => id === Number(reply['id']));
    if (!first) throw new HostRefusal(404, 'Not Found');
    const made = await pulls.comment(Number(reply['number']), user, { path: first.path, body: textOf(call, 'body'), replyTo: first.id });
    return { status: 201, body: toComment(made) };
  }
  const comment = at('POST {repository}/pulls/{number}/comments');
  if (comment) {
    const to = linesOf(body)?.to ?? null;
    if (to === null && body['subject_type'] !== 'file') throw new HostRefusal(422, 'Validation Failed');
    const { headSha } = await pulls.get(Number(comment['number']));
    if (textOf(call, 'commit_id') !== headSha) throw new HostRefusal(422, 'Validation Failed: commit_id is not part of the pull request');
    const made = await pulls.comment(Number(comment['number']), user, {
      path: textOf(call, 'path'),
      body: textOf(call, 'body'),
      side: body['side'] === 'LEFT' ? 'before' : 'after',
      lines: linesOf(body),
      commit: textOf(call, 'commit_id'),
    });
    return { status: 201, body: toComment(made) };
  }
  const edited = at('PATCH {repository}/pulls/comments/{id}');
  if (edited) return { status: 200, body: toComment(pulls.edit(Number(edited['id']), textOf(call, 'body'))) };
  const deleted = at('DELETE {repository}/pulls/comments/{id}');
  if (deleted) {
    pulls.remove(Number(deleted['id']));
    return { status: 204, body: undefined };
  }
  const listed = at('GET {repository}/pulls/{number}/reviews/{id}/comments');
  if (listed) {
    const { comments } = await pulls.get(Number(listed['number']));
    return { status: 200, body: page(comments.filter(({ review }) => review === Number(listed['id'])).map(toComment), call.query) };
  }
  const reviewed = at('POST {repository}/pulls/{number}/reviews');
  if (!reviewed) return undefined;
  if (body['event'] !== 'COMMENT') throw new HostRefusal(422, 'Can not approve your own pull request');
  const number = Number(reviewed['number']);
  const sent = (body['comments'] ?? []) as Readonly<Record<string, unknown>>[];
  const lines = sent.map(linesOf);
  if (lines.includes(null)) throw new HostRefusal(422, 'Validation Failed');
  const review = await pulls.review(number, user, 'comment', textOf(call, 'body'));
  for (const [index, comment] of sent.entries())
    await pulls.comment(number, user, {
      review: review.id,
      path: String(comment['path']),
      body: String(comment['body']),
      side: comment['side'] === 'LEFT' ? 'before' : 'after',
      lines: lines[index] ?? null,
      commit: textOf(call, 'commit_id'),
    });
  return { status: 200, body: toReview(review) };
}

/** The lines that a comment is sent for; null: the file as a whole. */
function linesOf({ line: to, start_line: from }: Readonly<Record<string, unknown>>): { from: number; to: number } | null {
  if (typeof to !== 'number') return null;
  if (to > LAST_COMMENTED_LINE) throw new HostRefusal(422, 'Validation Failed: line must be part of the diff');
  return { from: typeof from === 'number' ? from : to, to };
}

function page<T>(items: readonly T[], query: URLSearchParams): T[] {
  const size = Number(query.get('per_page') ?? 30);
  const start = (Number(query.get('page') ?? 1) - 1) * size;
  return items.slice(start, start + size);
}

function listed(pulls: TestPulls, query: URLSearchParams): TestPull[] {
  const head = query.get('head')?.replace(/^team:/, '');
  return pulls.all.filter(({ branch }) => head === undefined || branch === head).toReversed();
}
