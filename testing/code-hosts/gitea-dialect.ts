import { createHmac } from 'node:crypto';
import { answerForPull, matcher, textOf, type Dialect, type HostCall } from './dialect.ts';
import { accountOf, HostRefusal, type TestComment, type TestPull, type TestPulls, type TestReview } from './test-pulls.ts';

const STATES = { approve: 'APPROVED', 'request-changes': 'REQUEST_CHANGES', comment: 'COMMENT' } as const;

function toPull(pull: TestPull) {
  return {
    number: pull.number,
    html_url: `https://gitea.example/team/content/pulls/${pull.number}`,
    title: pull.title,
    body: pull.body,
    state: pull.isOpen ? 'open' : 'closed',
    draft: pull.title.startsWith('WIP:'),
    mergeable: pull.isOpen,
    merged: pull.merge !== null,
    merged_at: pull.merge?.at.toISOString() ?? null,
    merge_commit_sha: pull.merge?.sha ?? null,
    merged_by: pull.merge ? { login: pull.merge.by } : null,
    user: accountOf(pull.user),
    created_at: pull.at.toISOString(),
    head: { label: pull.branch, ref: pull.isOpen ? pull.branch : `refs/pull/${pull.number}/head`, sha: pull.headSha, repo_id: 1 },
    base: { label: pull.base, ref: pull.base, sha: '2'.repeat(40), repo_id: 1, repo: { private: false } },
  };
}

function toReview(review: TestReview, { comments }: TestPull) {
  return {
    id: review.id,
    user: accountOf(review.user),
    team: null,
    body: review.body,
    state: STATES[review.verdict],
    dismissed: review.isDismissed,
    official: !review.isByStranger,
    commit_id: review.commit,
    submitted_at: review.at.toISOString(),
    comments_count: comments.filter((comment) => comment.review === review.id).length,
  };
}

function toComment(comment: TestComment) {
  const line = comment.lines?.to ?? 1;
  return {
    id: comment.id,
    user: accountOf(comment.user),
    body: comment.body,
    path: comment.path,
    position: comment.side === 'after' ? line : 0,
    original_position: comment.side === 'before' ? line : 0,
    commit_id: comment.commit,
    original_commit_id: comment.commit,
    created_at: comment.at.toISOString(),
  };
}

interface SentComment {
  readonly path: string;
  readonly body: string;
  readonly new_position?: number;
  readonly old_position?: number;
}

/** The comments of a review, and writing one. */
async function answerForReviews(call: HostCall, pulls: TestPulls): Promise<{ status: number; body: unknown } | undefined> {
  const { body, user } = call;
  const at = matcher(call);
  const listed = at('GET {repository}/pulls/{number}/reviews/{id}/comments');
  if (listed) {
    const { comments } = await pulls.get(Number(listed['number']));
    return { status: 200, body: comments.filter(({ review }) => review === Number(listed['id'])).map(toComment) };
  }
  const edited = at('PATCH {repository}/issues/comments/{id}');
  if (edited) return { status: 200, body: toComment(pulls.edit(Number(edited['id']), textOf(call, 'body'))) };
  const given = at('POST {repository}/pulls/{number}/reviews');
  if (!given) return undefined;
  if (body['event'] !== 'COMMENT') throw new HostRefusal(422, 'approve your own pull is not allowed');
  const number = Number(given['number']);
  const pull = await pulls.get(number);
  const review = await pulls.review(number, user, 'comment', textOf(call, 'body'));
  for (const sent of (body['comments'] ?? []) as SentComment[]) {
    const line = sent.new_position ?? sent.old_position ?? 0;
    await pulls.comment(number, user, {
      review: review.id,
      path: sent.path,
      body: sent.body,
      side: sent.new_position === undefined ? 'before' : 'after',
      lines: { from: line, to: line },
      commit: textOf(call, 'commit_id'),
    });
  }
  return { status: 200, body: toReview(review, pull) };
}

function page<T>(items: readonly T[], query: URLSearchParams): T[] {
  const size = Number(query.get('limit') ?? 30);
  const start = (Number(query.get('page') ?? 1) - 1) * size;
  return items.slice(start, start + size);
}

/** Gitea's REST API, as far as the product uses it (see its swagger). */
export const GITEA: Dialect = {
  apiPath: '/api/v1',
  async answer(call, pulls) {
    const { query, body, user } = call;
    const at = matcher(call);
    if (at('GET {repository}/pulls')) return { status: 200, body: page(pulls.all.toReversed(), query).map(toPull) };
    if (at('POST {repository}/pulls')) {
      const input = { branch: textOf(call, 'head'), title: textOf(call, 'title'), body: textOf(call, 'body'), user };
      // Gitea's equivalent of GitHub's 422.
      const isOpen = pulls.all.some((pull) => pull.isOpen && pull.branch === input.branch);
      if (isOpen) throw new HostRefusal(409, 'pull request already exists for these targets');
      return { status: 201, body: toPull(await pulls.open(input)) };
    }
    const reviewed = at('GET {repository}/pulls/{number}/reviews');
    if (reviewed) {
      const pull = await pulls.get(Number(reviewed['number']));
      return { status: 200, body: page(pull.reviews, query).map((review) => toReview(review, pull)) };
    }
    const written = await answerForReviews(call, pulls);
    if (written) return written;
    const merged = at('POST {repository}/pulls/{number}/merge');
    if (merged) {
      const pull = await pulls.get(Number(merged['number']));
      if (pull.title.startsWith('WIP:')) throw new HostRefusal(405, 'Work in progress PRs cannot be merged');
      const message = typeof body['MergeMessageField'] === 'string' ? { message: body['MergeMessageField'] } : {};
      await pulls.merge(pull.number, user, { sha: textOf(call, 'head_commit_id'), ...message });
      return { status: 200, body: undefined };
    }
    const found = at('GET {repository}/pulls/main/{branch*}');
    if (found) {
      const oldest = pulls.all.find(({ branch }) => branch === found['branch']);
      if (!oldest) throw new HostRefusal(404, 'The target could not be found.');
      return { status: 200, body: toPull(oldest) };
    }
    return answerForPull(call, pulls, toPull, 201);
  },
  pullDelivery: (pull, action) => ({
    event: action === 'submitted' ? REVIEW_EVENTS[pull.reviews.at(-1)?.verdict ?? 'comment'] : 'pull_request',
    body: { action: action === 'submitted' ? 'reviewed' : action, number: pull.number, pull_request: toPull(pull) },
  }),
  branchDelivery: (branch, sha) =>
    sha === null
      ? { event: 'delete', body: { ref: branch, ref_type: 'branch' } }
      : { event: 'push', body: { ref: `refs/heads/${branch}`, after: sha } },
  sign: (secret, event, delivery, body) => ({
    'x-gitea-event': event,
    'x-gitea-delivery': delivery,
    'x-gitea-signature': createHmac('sha256', secret).update(body).digest('hex'),
  }),
};

const REVIEW_EVENTS = {
  approve: 'pull_request_approved',
  'request-changes': 'pull_request_rejected',
  comment: 'pull_request_comment',
} as const;
