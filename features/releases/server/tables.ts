import type { Generated, GeneratedAlways } from 'kysely';
import type { ChangeState } from '../contract/changes.ts';
import type { DiffSide, PullRequestState, ReviewStatus, ReviewVerdict } from '#features/review/contract.ts';
import type { Document, JsonOrNull, Json } from '#platform/server/database/column-types.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    releases: ReleaseTable;
    pull_requests: PullRequestTable;
    pull_request_reviews: PullRequestReviewTable;
    pull_request_comments: PullRequestCommentTable;
    changes: ChangeTable;
    revisions: RevisionTable;
    screen_items: ScreenItemTable;
    version_documents: VersionDocumentTable;
    versions: VersionTable;
    deleted_items: DeletedItemTable;
  }
}

interface ReleaseTable {
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

interface PullRequestTable {
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

interface PullRequestReviewTable {
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

interface PullRequestCommentTable {
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

interface ChangeTable {
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

/** Exactly one of the five ids is set. */
interface RevisionTable {
  id: GeneratedAlways<number>;
  lesson_id: number | null;
  screen_id: number | null;
  course_id: number | null;
  path_id: number | null;
  step_id: number | null;
  revision: number;
  /** LessonFields, ScreenFields …, depending on the revision's kind. */
  fields: Json<Document>;
  message: string | null;
  saved_by: number | null;
  saved_at: Generated<Date>;
}

interface ScreenItemTable {
  id: GeneratedAlways<number>;
  screen_id: number;
  kind: 'question' | 'skill';
  uuid: string;
}

/** `screen_id` is set for questions; `sha256` and `size` for files. */
interface VersionDocumentTable {
  hash: Buffer;
  document: Json<unknown>;
}

/** Written by triggers (platform/server/migrations/0035-history.sql). */
interface VersionTable {
  id: GeneratedAlways<number>;
  save_id: string;
  lesson_id: number | null;
  course_id: number | null;
  path_id: number | null;
  part: string;
  title: string;
  is_deleted: boolean;
  fields_hash: Buffer;
  attached_hash: Buffer | null;
  order_hash: Buffer | null;
  folder: string | null;
  sha256: string | null;
  size: number | null;
  cause: string;
  saved_by: number | null;
  saved_at: Generated<Date>;
  change_id: number | null;
  commit_sha: string | null;
  git_author: string | null;
  restored_from: number | null;
}

interface DeletedItemTable {
  id: GeneratedAlways<number>;
  kind: 'question' | 'data' | 'image';
  lesson_id: number;
  screen_id: number | null;
  name: string;
  content: Json<Document>;
  sha256: string | null;
  size: number | null;
  deleted_by: number | null;
  deleted_at: Generated<Date>;
}
