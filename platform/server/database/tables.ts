import type {
  UserTable,
  IdentityTable,
  LoginAttemptTable,
  SessionTable,
  SecondFactorTable,
  RecoveryCodeTable,
  PendingProofTable,
  PersonalTokenTable,
  InvitationTable,
  SettingTable,
  AuditEntryTable,
  ConsoleCallTable,
  NotificationTable,
  NotificationSettingTable,
} from './tables/users.ts';
import type { ReleaseTable, PullRequestTable, PullRequestReviewTable, PullRequestCommentTable, ChangeTable } from './tables/releases.ts';
import type {
  LessonTable,
  ScreenTable,
  RevisionTable,
  LessonFileTable,
  ScreenItemTable,
  DeletedItemTable,
  LessonVisitTable,
  VersionDocumentTable,
  VersionTable,
  CommentTable,
  CommentMessageTable,
  PublishedStateTable,
} from './tables/lessons.ts';
import type {
  InterpreterTable,
  RunTable,
  RunSessionTable,
  ScreenTestTable,
  ScreenGateTable,
  CheckTrustTable,
  BuildTable,
  AnnouncedRunnerTable,
  SharedEnvironmentTable,
} from './tables/runs.ts';
import type { CourseTable, PathTable, StepTable } from './tables/courses.ts';
import type { DeployTable, PreviewLinkTable } from './tables/deploys.ts';
import type { RehearsalTable, RehearsalBuildTable, RehearsalLessonTable, RehearsalScreenTable } from './tables/rehearsals.ts';
import type { ImageContrastTable, TextEncodingTable, LinkCheckTable, PreflightReportTable } from './tables/preflight.ts';
import type { BulkEditTable, BulkEditDocumentTable } from './tables/bulk-edits.ts';
import type { CollectionDocumentTable, CollectionTable } from './tables/collections.ts';
import type { SavedSearchTable, SearchQueueTable, SearchTextTable } from './tables/search.ts';
import type { ServerTable, ClusterTable, RateLimitTable } from './tables/servers.ts';
import type {
  DatasetTable,
  DatasetVersionTable,
  DatasetFileTable,
  DatasetUploadTable,
  DatasetUploadChunkTable,
} from './tables/datasets.ts';

// The rows of every table, as queries see them; each part of the product has a file in tables/. A test compares them
// with the migrated database.
//
// - timestamptz is a Date, uuid a string.
// - bigint is a number; the driver rejects values that a number can't hold exactly (value-parsers.ts).
// - jsonb is read parsed and written as JSON text, see column-types.ts.

export interface Tables {
  users: UserTable;
  identities: IdentityTable;
  login_attempts: LoginAttemptTable;
  sessions: SessionTable;
  second_factors: SecondFactorTable;
  recovery_codes: RecoveryCodeTable;
  pending_proofs: PendingProofTable;
  personal_tokens: PersonalTokenTable;
  invitations: InvitationTable;
  settings: SettingTable;
  releases: ReleaseTable;
  pull_requests: PullRequestTable;
  pull_request_reviews: PullRequestReviewTable;
  pull_request_comments: PullRequestCommentTable;
  lessons: LessonTable;
  screens: ScreenTable;
  revisions: RevisionTable;
  lesson_files: LessonFileTable;
  screen_items: ScreenItemTable;
  comments: CommentTable;
  comment_messages: CommentMessageTable;
  published_states: PublishedStateTable;
  deleted_items: DeletedItemTable;
  version_documents: VersionDocumentTable;
  versions: VersionTable;
  lesson_visits: LessonVisitTable;
  changes: ChangeTable;
  bulk_edits: BulkEditTable;
  bulk_edit_documents: BulkEditDocumentTable;
  collections: CollectionTable;
  collection_documents: CollectionDocumentTable;
  runs: RunTable;
  interpreters: InterpreterTable;
  run_sessions: RunSessionTable;
  announced_runners: AnnouncedRunnerTable;
  shared_environments: SharedEnvironmentTable;
  screen_tests: ScreenTestTable;
  screen_gates: ScreenGateTable;
  check_trust: CheckTrustTable;
  builds: BuildTable;
  rehearsals: RehearsalTable;
  rehearsal_builds: RehearsalBuildTable;
  rehearsal_lessons: RehearsalLessonTable;
  rehearsal_screens: RehearsalScreenTable;
  courses: CourseTable;
  paths: PathTable;
  steps: StepTable;
  datasets: DatasetTable;
  dataset_versions: DatasetVersionTable;
  dataset_files: DatasetFileTable;
  dataset_uploads: DatasetUploadTable;
  dataset_upload_chunks: DatasetUploadChunkTable;
  deploys: DeployTable;
  preview_links: PreviewLinkTable;
  audit_entries: AuditEntryTable;
  console_calls: ConsoleCallTable;
  notifications: NotificationTable;
  notification_settings: NotificationSettingTable;
  preflight_reports: PreflightReportTable;
  image_contrasts: ImageContrastTable;
  text_encodings: TextEncodingTable;
  link_checks: LinkCheckTable;
  search_texts: SearchTextTable;
  search_queue: SearchQueueTable;
  saved_searches: SavedSearchTable;
  servers: ServerTable;
  cluster: ClusterTable;
  rate_limits: RateLimitTable;
}
