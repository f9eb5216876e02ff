import type { Table } from '#platform/server/database/tables.ts';
import type { DiffSide } from '../contract/pull-diffs.ts';
import type { PullRequestState, ReviewStatus, ReviewVerdict } from '../contract/pull-requests.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    pull_requests: Table<'pull_requests', { state: PullRequestState; status: ReviewStatus }>;
    pull_request_reviews: Table<'pull_request_reviews', { verdict: ReviewVerdict }>;
    review_requests: Table<'review_requests'>;
    review_followers: Table<'review_followers'>;
    pull_request_comments: Table<'pull_request_comments', { side: DiffSide }>;
  }
}
