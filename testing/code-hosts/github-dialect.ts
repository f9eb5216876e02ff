import { createHmac } from 'node:crypto';
import { answerForPull, matcher, NO_COMMIT, textOf, type Dialect } from './dialect.ts';
import type { TestPull, TestPulls, TestReview } from './test-pulls.ts';

const STATES = { approve: 'APPROVED', 'request-changes': 'CHANGES_REQUESTED', comment: 'COMMENTED' } as const;

function toPull(pull: TestPull) {
  const repo = { full_name: 'team/content' };
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
    user: { login: pull.user },
    created_at: pull.at.toISOString(),
    head: { label: `team:${pull.branch}`, ref: pull.branch, sha: pull.headSha, repo },
    base: { label: 'team:main', ref: 'main', sha: '2'.repeat(40), repo },
  };
}

function toReview(review: TestReview) {
  return {
    id: review.id,
    user: { login: review.user },
    body: review.body,
    state: review.isDismissed ? 'DISMISSED' : STATES[review.verdict],
    commit_id: review.commit,
    submitted_at: review.at.toISOString(),
  };
}

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
      const size = Number(query.get('per_page') ?? 30);
      const start = (Number(query.get('page') ?? 1) - 1) * size;
      return { status: 200, body: reviews.slice(start, start + size).map(toReview) };
    }
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

function listed(pulls: TestPulls, query: URLSearchParams): TestPull[] {
  const head = query.get('head')?.replace(/^team:/, '');
  return pulls.all.filter(({ branch }) => head === undefined || branch === head).toReversed();
}
