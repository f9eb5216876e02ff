import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ChangeState } from '#contract/changes.ts';
import type { Language, LessonFields, LessonType } from '#contract/lessons.ts';
import type { PullRequestState, ReviewStatus, ReviewVerdict } from '#contract/pull-requests.ts';
import type { EnvironmentRequest } from '#contract/runner-protocol.ts';
import type { Role } from '#contract/roles.ts';
import type { RunResult, RunState } from '#contract/runs.ts';
import type { TestResult } from '#contract/screen-tests.ts';
import type { ScreenFields, ScreenType } from '#contract/screens.ts';

// The rows of every table, as queries see them. A test compares this file with the database that the migrations make.
//
// - timestamptz is a Date, uuid a string.
// - bigint is a number; one that a number cannot hold exactly is refused by the driver (value-parsers.ts).
// - jsonb is read parsed and written as JSON text, see `Json`.

/**
 * A jsonb column: read as `T`, written as `JSON.stringify(value)`. Writing plain values does not compile, because the
 * driver would send an array as a PostgreSQL array and a string without its quotes.
 */
type Json<T> = ColumnType<T, string, string>;
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>;
type JsonWithDefault<T> = ColumnType<T, string | undefined, string>;

/** An object whose shape is known to the noun that owns the table, which parses it. */
type Document = Record<string, unknown>;

export interface UserTable {
  id: GeneratedAlways<number>;
  email: string;
  name: string | null;
  role: Role;
  password_hash: string | null;
  created_at: Generated<Date>;
  revoked_at: Date | null;
}

export interface SessionTable {
  id_hash: string;
  user_id: number | null;
  data: Json<Document>;
  expires_at: Date;
}

export interface PersonalTokenTable {
  id: GeneratedAlways<number>;
  user_id: number;
  name: string;
  token_hash: string;
  created_at: Generated<Date>;
  last_used_at: Date | null;
}

export interface InvitationTable {
  id: GeneratedAlways<number>;
  user_id: number;
  token_hash: string;
  expires_at: Date;
  used_at: Date | null;
}

export interface SettingTable {
  key: string;
  value: Json<unknown>;
}

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
  created_at: Generated<Date>;
  detached_at: Date | null;
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
}

export interface LessonTable {
  id: GeneratedAlways<number>;
  uuid: string;
  release_id: number;
  sequence: number;
  folder: string;
  title: string;
  type: LessonType;
  author: string;
  language: Language | null;
  fields: Json<LessonFields>;
  attached: JsonWithDefault<Document>;
  content_hash: string;
  screens_hash: string;
  review_status: string | null;
  is_shallow_import: Generated<boolean>;
  revision: Generated<number>;
  created_by: number | null;
  updated_by: number | null;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
}

export interface ScreenTable {
  id: GeneratedAlways<number>;
  uuid: string;
  lesson_id: number;
  folder: string;
  sequence: number;
  title: string;
  type: ScreenType;
  fields: Json<ScreenFields>;
  attached: JsonWithDefault<Document>;
  content_hash: string;
  revision: Generated<number>;
  updated_by: number | null;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
}

/** Exactly one of `lesson_id` and `screen_id` is set. */
export interface RevisionTable {
  id: GeneratedAlways<number>;
  lesson_id: number | null;
  screen_id: number | null;
  revision: number;
  /** LessonFields or ScreenFields, by what the revision belongs to. */
  fields: Json<Document>;
  message: string | null;
  saved_by: number | null;
  saved_at: Generated<Date>;
}

export interface LessonFileTable {
  id: GeneratedAlways<number>;
  lesson_id: number;
  kind: 'data' | 'image';
  file_name: string;
  sha256: string;
  size: number;
  settings: JsonWithDefault<Document>;
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
}

export interface RunTable {
  id: string;
  user_id: number;
  lesson_id: number;
  screen_id: number;
  stream_id: string | null;
  runner_name: string;
  session_id: string;
  state: Generated<RunState>;
  result: JsonOrNull<RunResult>;
  error: string | null;
  created_at: Generated<Date>;
  finished_at: Date | null;
  input: JsonOrNull<Document>;
  starts: Generated<number>;
}

export interface RunSessionTable {
  id: string;
  user_id: number;
  lesson_id: number;
  program: 'interpreter' | 'jupyterlab';
  runner_name: string;
  path_secret: string;
  created_at: Generated<Date>;
}

export interface ScreenTestTable {
  id: GeneratedAlways<number>;
  screen_id: number;
  slug: string;
  status: 'Done' | 'Run Error' | 'Internal Error' | null;
  result: JsonOrNull<TestResult>;
  fingerprint: string | null;
}

export interface ScreenGateTable {
  screen_id: number;
  revision: number;
  answer_passes: boolean | null;
  initial_fails: boolean | null;
  warnings: JsonWithDefault<string[]>;
}

export interface BuildTable {
  id: GeneratedAlways<number>;
  lesson_id: number;
  user_id: number | null;
  wanted_hash: string;
  environment_hash: string;
  request: JsonOrNull<EnvironmentRequest>;
  state: Generated<'in_progress' | 'built' | 'failed'>;
  log: Generated<string>;
  error: string | null;
  lock: string | null;
  installed: JsonWithDefault<{ name: string; version: string }[]>;
  started_at: Generated<Date>;
  finished_at: Date | null;
}

export interface AuditEntryTable {
  id: GeneratedAlways<number>;
  at: Generated<Date>;
  user_id: number | null;
  action: string;
  subject: string | null;
  details: JsonWithDefault<Document>;
  address: string | null;
}

export interface Tables {
  users: UserTable;
  sessions: SessionTable;
  personal_tokens: PersonalTokenTable;
  invitations: InvitationTable;
  settings: SettingTable;
  releases: ReleaseTable;
  pull_requests: PullRequestTable;
  pull_request_reviews: PullRequestReviewTable;
  lessons: LessonTable;
  screens: ScreenTable;
  revisions: RevisionTable;
  lesson_files: LessonFileTable;
  changes: ChangeTable;
  runs: RunTable;
  run_sessions: RunSessionTable;
  screen_tests: ScreenTestTable;
  screen_gates: ScreenGateTable;
  builds: BuildTable;
  audit_entries: AuditEntryTable;
}
