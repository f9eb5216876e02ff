import type { Table } from '#platform/server/database/tables.ts';
import type { ChangeState } from '#features/changes/contract.ts';
import type { DiffSide, PullRequestState, ReviewStatus, ReviewVerdict } from '#features/review/contract.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    releases: Table<'releases'>;
    pull_requests: Table<'pull_requests', { state: PullRequestState; status: ReviewStatus }>;
    pull_request_reviews: Table<'pull_request_reviews', { verdict: ReviewVerdict }>;
    pull_request_comments: Table<'pull_request_comments', { side: DiffSide }>;
    changes: Table<'changes', { state: ChangeState }>;
    /** Exactly one of the five ids is set, and `fields` are LessonFields, ScreenFields … accordingly. */
    revisions: Table<'revisions'>;
    screen_items: Table<'screen_items', { kind: 'question' | 'skill' }>;
    /** `screen_id` is set for questions; `sha256` and `size` for files. */
    version_documents: Table<'version_documents', { document: unknown }>;
    /** Written by triggers (platform/server/migrations/0035-history.sql). */
    versions: Table<'versions'>;
    deleted_items: Table<'deleted_items', { kind: 'question' | 'data' | 'image' }>;
  }
}
