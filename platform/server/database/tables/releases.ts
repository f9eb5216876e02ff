import type { Generated, GeneratedAlways } from 'kysely';
import type { ChangeState } from '#features/releases/contract/changes.ts';
import type { DiffSide, PullRequestState, ReviewStatus, ReviewVerdict } from '#features/review/contract.ts';
import type { Document, JsonOrNull } from '../column-types.ts';

// Releases, their pull requests, and changes waiting to be committed to git.

export interface ReleaseTable {
  id: GeneratedAlways<number>;
  name: string;
  branch_name: string;
  commit_sha: string | null;
  is_main: Generated<boolean>;
  drafts_of: number | null;
  pushed_sha: string | null;
  commit_error: string | null;
  push_error: string | null;
  deleted_remotely_at: Date | null;
  preflight_required: Generated<boolean>;
  created_at: Generated<Date>;
  detached_at: Date | null;
  closed_at: Date | null;
  deleted_at: Date | null;
}

export interface PullRequestTable {
  id: GeneratedAlways<number>;
  release_id: number;
  number: number;
  title: string;
  body: Generated<string>;
  state: Generated<PullRequestState>;
  status: Generated<ReviewStatus>;
  url: string | null;
  opened_by: number | null;
  opened_by_name: string;
  opened_by_host_user: string | null;
  opened_at: Generated<Date>;
  merge_sha: string | null;
  merged_by_name: string | null;
  merged_at: Date | null;
  is_mergeable: boolean | null;
  heard_at: Generated<Date>;
}

export interface PullRequestReviewTable {
  id: GeneratedAlways<number>;
  pull_request_id: number;
  user_id: number | null;
  by_name: string;
  verdict: ReviewVerdict;
  text: Generated<string>;
  commit_sha: string | null;
  created_at: Generated<Date>;
  host_id: string | null;
  host_user: string | null;
}

export interface PullRequestCommentTable {
  id: GeneratedAlways<number>;
  pull_request_id: number;
  reply_to: number | null;
  path: string;
  side: DiffSide;
  line_from: number | null;
  line_to: number | null;
  commit_sha: string;
  source: Generated<string>;
  quote: Generated<string>;
  text: Generated<string>;
  suggestion: string | null;
  user_id: number | null;
  by_name: string;
  created_at: Generated<Date>;
  host_id: string | null;
  applied_by: number | null;
  applied_at: Date | null;
  resolved_by: number | null;
  resolved_at: Date | null;
  is_pending: Generated<boolean>;
  edited_at: Date | null;
  deleted_at: Date | null;
}

export interface ChangeTable {
  id: GeneratedAlways<number>;
  uuid: string;
  release_id: number;
  lesson_id: number | null;
  screen_id: number | null;
  user_id: number | null;
  message: string | null;
  summary: string;
  content: JsonOrNull<Document>;
  state: Generated<ChangeState>;
  commit_sha: string | null;
  saved_at: Generated<Date>;
  committed_at: Date | null;
  pushed_at: Date | null;
  batch: string | null;
  course_id: number | null;
  path_id: number | null;
}
