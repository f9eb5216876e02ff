import type { Document } from './column-types.ts';

/** The columns of every table. Written by scripts/write-schema.ts from schema.sql; a test compares them. */
export interface Columns {
  announced_runners: {
    name: ['required', string];
    url: ['required', string];
    instance: ['required', string];
    health: ['json required', Document];
    announced_at: ['default', Date];
  };
  audit_entries: {
    id: ['identity', number];
    at: ['default', Date];
    user_id: ['nullable', number];
    action: ['required', string];
    subject: ['nullable', string];
    details: ['json default', Document];
    address: ['nullable', string];
    request_id: ['nullable', string];
    lesson_id: ['nullable', number];
    lesson_sequence: ['nullable', number];
    release_id: ['nullable', number];
  };
  builds: {
    id: ['identity', number];
    lesson_id: ['required', number];
    user_id: ['nullable', number];
    environment_hash: ['required', string];
    request: ['json nullable', Document];
    state: ['default', string];
    log: ['default', string];
    error: ['nullable', string];
    lock: ['nullable', string];
    installed: ['json default', Document];
    started_at: ['default', Date];
    finished_at: ['nullable', Date];
    changed: ['json default', Document];
    answers: ['json nullable', Document];
  };
  bulk_edit_documents: {
    id: ['identity', number];
    bulk_edit_id: ['required', number];
    lesson_id: ['nullable', number];
    screen_id: ['nullable', number];
    sequence: ['required', number];
    title: ['required', string];
    release_name: ['required', string];
    screen_sequence: ['nullable', number];
    before: ['json required', Document];
    after: ['json required', Document];
    is_undone: ['default', boolean];
  };
  bulk_edits: {
    id: ['identity', number];
    uuid: ['required', string];
    kind: ['required', string];
    summary: ['required', string];
    message: ['nullable', string];
    user_id: ['nullable', number];
    undoes: ['nullable', number];
    created_at: ['default', Date];
  };
  changes: {
    id: ['identity', number];
    uuid: ['required', string];
    release_id: ['required', number];
    lesson_id: ['nullable', number];
    screen_id: ['nullable', number];
    user_id: ['nullable', number];
    message: ['nullable', string];
    summary: ['required', string];
    content: ['json nullable', Document];
    state: ['default', string];
    commit_sha: ['nullable', string];
    saved_at: ['default', Date];
    committed_at: ['nullable', Date];
    pushed_at: ['nullable', Date];
    batch: ['nullable', string];
    course_id: ['nullable', number];
    path_id: ['nullable', number];
    waits: ['default', boolean];
  };
  check_trust: {
    screen_id: ['required', number];
    fingerprint: ['required', string];
    report: ['json required', Document];
    examined_at: ['required', Date];
  };
  cluster: {
    id: ['default', boolean];
    secret: ['nullable', string];
    git_epoch: ['default', number];
    git_holder: ['nullable', string];
    git_repositories: ['nullable', string];
  };
  collection_documents: {
    id: ['identity', number];
    collection_id: ['required', number];
    path: ['required', string];
    folder: ['required', string];
    lesson: ['json required', Document];
    conflict_base: ['json nullable', Document];
  };
  collections: {
    id: ['identity', number];
    title: ['required', string];
    git_url: ['nullable', string];
    git_branch: ['required', string];
    git_commit: ['nullable', string];
    code: ['required', string];
    earlier_code: ['required', boolean];
    course_folder: ['required', string];
    course: ['json required', Document];
    release_id: ['required', number];
    imported_by: ['nullable', number];
    imported_at: ['default', Date];
  };
  comment_messages: {
    id: ['identity', number];
    comment_id: ['required', number];
    user_id: ['required', number];
    message: ['required', string];
    created_at: ['default', Date];
  };
  comments: {
    id: ['identity', number];
    screen_id: ['required', number];
    user_id: ['required', number];
    comment: ['required', string];
    tags: ['json default', Document];
    mandatory: ['default', boolean];
    quote: ['json nullable', Document];
    created_at: ['default', Date];
    completed_at: ['nullable', Date];
    completed_by: ['nullable', number];
    approved_at: ['nullable', Date];
    archived_at: ['nullable', Date];
    is_from_learner: ['default', boolean];
  };
  console_calls: {
    id: ['identity', number];
    user_id: ['required', number];
    at: ['default', Date];
    method: ['required', string];
    path: ['required', string];
    payload: ['nullable', string];
    status: ['nullable', number];
    took_ms: ['required', number];
  };
  courses: {
    id: ['identity', number];
    uuid: ['required', string];
    release_id: ['required', number];
    sequence: ['required', number];
    folder: ['required', string];
    name: ['required', string];
    fields: ['json required', Document];
    lessons: ['json default', Document];
    revision: ['default', number];
    created_by: ['nullable', number];
    updated_by: ['nullable', number];
    updated_at: ['default', Date];
    deleted_at: ['nullable', Date];
  };
  dataset_files: {
    version_id: ['required', number];
    path: ['required', string];
    sha256: ['required', string];
    size: ['required', number];
  };
  dataset_upload_chunks: {
    upload_id: ['required', string];
    file: ['required', number];
    chunk: ['required', number];
    sha256: ['required', string];
    size: ['required', number];
  };
  dataset_uploads: {
    id: ['required', string];
    user_id: ['required', number];
    dataset_id: ['nullable', number];
    name: ['required', string];
    description: ['required', string];
    files: ['json required', Document];
    version_id: ['nullable', number];
    created_at: ['default', Date];
    touched_at: ['default', Date];
  };
  dataset_versions: {
    id: ['identity', number];
    dataset_id: ['required', number];
    hash: ['required', string];
    description: ['required', string];
    bytes: ['required', number];
    created_by: ['nullable', number];
    created_at: ['default', Date];
  };
  datasets: {
    id: ['identity', number];
    name: ['required', string];
    description: ['required', string];
    created_by: ['nullable', number];
    created_at: ['default', Date];
    archived_at: ['nullable', Date];
  };
  deleted_items: {
    id: ['identity', number];
    kind: ['required', string];
    lesson_id: ['required', number];
    screen_id: ['nullable', number];
    name: ['required', string];
    content: ['json required', Document];
    sha256: ['nullable', string];
    size: ['nullable', number];
    deleted_by: ['nullable', number];
    deleted_at: ['default', Date];
  };
  deploys: {
    id: ['identity', number];
    lesson_id: ['required', number];
    build_number: ['required', number];
    user_id: ['nullable', number];
    status: ['default', string];
    target: ['required', string];
    target_ref: ['nullable', string];
    target_url: ['nullable', string];
    error: ['nullable', string];
    log: ['json default', Document];
    snapshot: ['nullable', string];
    files: ['json default', Document];
    bundle_hash: ['nullable', string];
    bundle_until: ['nullable', Date];
    started_at: ['default', Date];
    finished_at: ['nullable', Date];
    anyway: ['nullable', string];
    only_answers_fail: ['default', boolean];
  };
  identities: {
    issuer: ['required', string];
    subject: ['required', string];
    user_id: ['required', number];
    email: ['required', string];
    created_at: ['default', Date];
    last_used_at: ['default', Date];
  };
  image_contrasts: {
    sha256: ['required', string];
    ratio: ['nullable', number];
    measured_at: ['default', Date];
  };
  interpreters: {
    language: ['required', string];
    version: ['required', string];
    build: ['required', string];
  };
  invitations: {
    id: ['identity', number];
    user_id: ['required', number];
    token_hash: ['required', string];
    expires_at: ['required', Date];
    used_at: ['nullable', Date];
  };
  lesson_files: {
    id: ['identity', number];
    lesson_id: ['required', number];
    kind: ['required', string];
    file_name: ['required', string];
    sha256: ['required', string];
    size: ['required', number];
    settings: ['json default', Document];
    earlier_hashes: ['json default', Document];
  };
  lesson_templates: {
    lesson_uuid: ['required', string];
    marked_by: ['nullable', number];
    marked_at: ['default', Date];
  };
  lesson_visits: {
    user_id: ['required', number];
    lesson_id: ['required', number];
    version_id: ['required', number];
    visited_at: ['default', Date];
  };
  lessons: {
    id: ['identity', number];
    uuid: ['required', string];
    release_id: ['required', number];
    sequence: ['required', number];
    folder: ['required', string];
    title: ['required', string];
    type: ['required', string];
    author: ['required', string];
    language: ['nullable', string];
    fields: ['json required', Document];
    attached: ['json default', Document];
    content_hash: ['required', string];
    screens_hash: ['required', string];
    review_status: ['nullable', string];
    is_shallow_import: ['default', boolean];
    revision: ['default', number];
    created_by: ['nullable', number];
    updated_by: ['nullable', number];
    updated_at: ['default', Date];
    deleted_at: ['nullable', Date];
    files_hash: ['default', string];
    base_hash: ['nullable', string];
    owner: ['nullable', string];
    reviewer: ['nullable', string];
    due: ['nullable', string];
    stage: ['nullable', string];
  };
  link_checks: {
    url: ['required', string];
    state: ['required', string];
    status: ['nullable', number];
    target: ['nullable', string];
    reason: ['nullable', string];
    checked_at: ['required', Date];
  };
  login_attempts: {
    id_hash: ['required', string];
    provider: ['required', string];
    state: ['required', string];
    nonce: ['required', string];
    code_verifier: ['required', string];
    expires_at: ['required', Date];
  };
  model_requests: {
    id: ['identity', number];
    user_id: ['required', number];
    lesson_id: ['nullable', number];
    screen_id: ['nullable', number];
    kind: ['required', string];
    model: ['required', string];
    started_at: ['default', Date];
    outcome: ['nullable', string];
    duration_ms: ['nullable', number];
    sent_bytes: ['default', number];
    received_bytes: ['default', number];
  };
  notification_settings: {
    user_id: ['required', number];
    settings: ['json default', Document];
    email_failures: ['default', number];
    email_retry_at: ['nullable', Date];
  };
  notifications: {
    id: ['identity', number];
    user_id: ['required', number];
    kind: ['required', string];
    about: ['required', string];
    actor_id: ['nullable', number];
    lesson_id: ['nullable', number];
    screen_id: ['nullable', number];
    comment_id: ['nullable', number];
    release_id: ['nullable', number];
    build_number: ['nullable', number];
    details: ['json default', Document];
    in_inbox: ['required', boolean];
    by_email: ['required', boolean];
    created_at: ['default', Date];
    read_at: ['nullable', Date];
    emailed_at: ['nullable', Date];
    settled_at: ['nullable', Date];
  };
  paths: {
    id: ['identity', number];
    uuid: ['required', string];
    release_id: ['required', number];
    sequence: ['required', number];
    folder: ['required', string];
    name: ['required', string];
    fields: ['json required', Document];
    revision: ['default', number];
    created_by: ['nullable', number];
    updated_by: ['nullable', number];
    updated_at: ['default', Date];
    deleted_at: ['nullable', Date];
  };
  pending_proofs: {
    id_hash: ['required', string];
    purpose: ['required', string];
    user_id: ['nullable', number];
    challenge: ['nullable', string];
    expires_at: ['required', Date];
  };
  personal_tokens: {
    id: ['identity', number];
    user_id: ['required', number];
    name: ['required', string];
    token_hash: ['required', string];
    created_at: ['default', Date];
    last_used_at: ['nullable', Date];
    is_for_assistants: ['default', boolean];
  };
  preflight_reports: {
    content_hash: ['required', string];
    version: ['required', number];
    report: ['json required', Document];
    used_at: ['default', Date];
  };
  preview_links: {
    id: ['identity', number];
    deploy_id: ['required', number];
    kind: ['required', string];
    token_hash: ['required', string];
    created_by: ['required', number];
    created_at: ['default', Date];
    expires_at: ['required', Date];
    opened_at: ['nullable', Date];
    revoked_at: ['nullable', Date];
  };
  proposals: {
    id: ['identity', number];
    lesson_id: ['required', number];
    screen_id: ['nullable', number];
    base_revision: ['required', number];
    base_questions: ['required', string];
    fields: ['json required', Document];
    reason: ['required', string];
    proof: ['json required', Document];
    proven_hash: ['required', string];
    proposed_by: ['required', number];
    sender: ['required', string];
    state: ['default', string];
    created_at: ['default', Date];
    decided_by: ['nullable', number];
    decided_at: ['nullable', Date];
    decision: ['nullable', string];
  };
  published_states: {
    content_hash: ['required', string];
    written_in: ['default', string];
  };
  pull_request_comments: {
    id: ['identity', number];
    pull_request_id: ['required', number];
    reply_to: ['nullable', number];
    path: ['required', string];
    side: ['required', string];
    line_from: ['nullable', number];
    line_to: ['nullable', number];
    commit_sha: ['required', string];
    source: ['default', string];
    quote: ['default', string];
    text: ['default', string];
    suggestion: ['nullable', string];
    user_id: ['nullable', number];
    by_name: ['required', string];
    created_at: ['default', Date];
    host_id: ['nullable', string];
    applied_by: ['nullable', number];
    applied_at: ['nullable', Date];
    resolved_by: ['nullable', number];
    resolved_at: ['nullable', Date];
    is_pending: ['default', boolean];
    edited_at: ['nullable', Date];
    deleted_at: ['nullable', Date];
  };
  pull_request_reviews: {
    id: ['identity', number];
    pull_request_id: ['required', number];
    user_id: ['nullable', number];
    by_name: ['required', string];
    verdict: ['required', string];
    text: ['default', string];
    commit_sha: ['nullable', string];
    created_at: ['default', Date];
    host_id: ['nullable', string];
    host_user: ['nullable', string];
  };
  pull_requests: {
    id: ['identity', number];
    release_id: ['required', number];
    number: ['required', number];
    title: ['required', string];
    body: ['default', string];
    state: ['default', string];
    status: ['default', string];
    url: ['nullable', string];
    opened_by: ['nullable', number];
    opened_by_name: ['required', string];
    opened_at: ['default', Date];
    merge_sha: ['nullable', string];
    merged_by_name: ['nullable', string];
    merged_at: ['nullable', Date];
    is_mergeable: ['nullable', boolean];
    heard_at: ['default', Date];
    opened_by_host_user: ['nullable', string];
  };
  rate_limits: {
    name: ['required', string];
    key: ['required', string];
    taken: ['required', number];
    ends_at: ['required', Date];
  };
  recovery_codes: {
    user_id: ['required', number];
    code_hash: ['required', string];
  };
  rehearsal_builds: {
    rehearsal_id: ['required', number];
    environment_hash: ['required', string];
    request: ['json nullable', Document];
    state: ['default', string];
    lock: ['nullable', string];
    installed: ['json default', Document];
    error: ['nullable', string];
  };
  rehearsal_lessons: {
    rehearsal_id: ['required', number];
    lesson_id: ['required', number];
    environment_hash: ['required', string];
    language_version: ['nullable', string];
    content_hash: ['required', string];
    is_same: ['default', boolean];
    changes: ['json default', Document];
  };
  rehearsal_screens: {
    rehearsal_id: ['required', number];
    screen_id: ['required', number];
    lesson_id: ['required', number];
    report: ['json nullable', Document];
  };
  rehearsals: {
    id: ['identity', number];
    release_id: ['required', number];
    user_id: ['nullable', number];
    candidate: ['json required', Document];
    state: ['default', string];
    error: ['nullable', string];
    is_planned: ['default', boolean];
    started_at: ['default', Date];
    finished_at: ['nullable', Date];
  };
  releases: {
    id: ['identity', number];
    name: ['required', string];
    branch_name: ['required', string];
    commit_sha: ['nullable', string];
    is_main: ['default', boolean];
    drafts_of: ['nullable', number];
    pushed_sha: ['nullable', string];
    commit_error: ['nullable', string];
    push_error: ['nullable', string];
    deleted_remotely_at: ['nullable', Date];
    created_at: ['default', Date];
    detached_at: ['nullable', Date];
    deleted_at: ['nullable', Date];
    preflight_required: ['default', boolean];
    closed_at: ['nullable', Date];
    model_allowed: ['default', boolean];
  };
  review_followers: {
    pull_request_id: ['required', number];
    user_id: ['required', number];
  };
  review_requests: {
    pull_request_id: ['required', number];
    user_id: ['required', number];
    asked_by: ['nullable', number];
    asked_at: ['default', Date];
    settled_at: ['nullable', Date];
    group_id: ['nullable', number];
  };
  revisions: {
    id: ['identity', number];
    lesson_id: ['nullable', number];
    screen_id: ['nullable', number];
    revision: ['required', number];
    fields: ['json required', Document];
    message: ['nullable', string];
    saved_by: ['nullable', number];
    saved_at: ['default', Date];
    course_id: ['nullable', number];
    path_id: ['nullable', number];
    step_id: ['nullable', number];
  };
  run_sessions: {
    id: ['required', string];
    user_id: ['required', number];
    lesson_id: ['required', number];
    program: ['required', string];
    runner_name: ['required', string];
    path_secret: ['required', string];
    created_at: ['default', Date];
  };
  runs: {
    id: ['required', string];
    user_id: ['required', number];
    lesson_id: ['required', number];
    screen_id: ['required', number];
    stream_id: ['nullable', string];
    runner_name: ['required', string];
    session_id: ['required', string];
    state: ['default', string];
    result: ['json nullable', Document];
    error: ['nullable', string];
    created_at: ['default', Date];
    finished_at: ['nullable', Date];
    input: ['json nullable', Document];
    starts: ['default', number];
    server_id: ['nullable', string];
  };
  saved_searches: {
    id: ['identity', number];
    user_id: ['required', number];
    name: ['required', string];
    query: ['json required', Document];
    created_at: ['default', Date];
  };
  saved_views: {
    id: ['identity', number];
    user_id: ['required', number];
    page: ['required', string];
    name: ['required', string];
    filters: ['json required', Document];
    is_shared: ['default', boolean];
    created_at: ['default', Date];
  };
  screen_gates: {
    screen_id: ['required', number];
    revision: ['required', number];
    answer_passes: ['nullable', boolean];
    initial_fails: ['nullable', boolean];
    warnings: ['json default', Document];
    answer_ms: ['nullable', number];
    fingerprint: ['nullable', string];
    has_unsettled_rows: ['default', boolean];
  };
  screen_items: {
    id: ['identity', number];
    screen_id: ['required', number];
    kind: ['required', string];
    uuid: ['required', string];
  };
  screen_tests: {
    id: ['identity', number];
    screen_id: ['required', number];
    slug: ['required', string];
    status: ['nullable', string];
    result: ['json nullable', Document];
    fingerprint: ['nullable', string];
  };
  screens: {
    id: ['identity', number];
    uuid: ['required', string];
    lesson_id: ['required', number];
    folder: ['required', string];
    sequence: ['required', number];
    title: ['required', string];
    type: ['required', string];
    fields: ['json required', Document];
    attached: ['json default', Document];
    content_hash: ['required', string];
    revision: ['default', number];
    updated_by: ['nullable', number];
    updated_at: ['default', Date];
    deleted_at: ['nullable', Date];
  };
  search_queue: {
    id: ['identity', number];
    document: ['required', string];
    document_id: ['required', number];
  };
  search_texts: {
    id: ['identity', number];
    document: ['required', string];
    document_id: ['required', number];
    lesson_id: ['nullable', number];
    screen_id: ['nullable', number];
    course_id: ['nullable', number];
    path_id: ['nullable', number];
    field: ['required', string];
    kind: ['required', string];
    label: ['required', string];
    text: ['required', string];
  };
  second_factors: {
    id: ['identity', number];
    user_id: ['required', number];
    kind: ['required', string];
    name: ['required', string];
    credential_id: ['nullable', string];
    data: ['json required', Document];
    created_at: ['default', Date];
    last_used_at: ['nullable', Date];
  };
  servers: {
    id: ['required', string];
    url: ['required', string];
    role: ['required', string];
    version: ['required', string];
    blobs: ['required', string];
    started_at: ['default', Date];
    heartbeat_at: ['default', Date];
  };
  sessions: {
    id_hash: ['required', string];
    user_id: ['nullable', number];
    data: ['json required', Document];
    expires_at: ['required', Date];
  };
  settings: {
    key: ['required', string];
    value: ['json required', Document];
  };
  shared_environments: {
    key: ['required', string];
    platform: ['required', string];
    sha256: ['required', string];
    used_at: ['default', Date];
  };
  steps: {
    id: ['identity', number];
    uuid: ['required', string];
    release_id: ['required', number];
    path_id: ['nullable', number];
    sequence: ['nullable', number];
    fields: ['json required', Document];
    courses: ['json default', Document];
    revision: ['default', number];
    updated_by: ['nullable', number];
    updated_at: ['default', Date];
  };
  text_encodings: {
    sha256: ['required', string];
    encoding: ['nullable', string];
    measured_at: ['default', Date];
  };
  user_group_members: {
    group_id: ['required', number];
    user_id: ['required', number];
  };
  user_groups: {
    id: ['identity', number];
    name: ['required', string];
  };
  users: {
    id: ['identity', number];
    email: ['required', string];
    name: ['nullable', string];
    role: ['required', string];
    password_hash: ['nullable', string];
    created_at: ['default', Date];
    revoked_at: ['nullable', Date];
    staff_by_settings: ['default', boolean];
    last_seen_at: ['nullable', Date];
  };
  version_documents: {
    hash: ['required', Buffer];
    document: ['json required', Document];
  };
  versions: {
    id: ['identity', number];
    save_id: ['required', string];
    lesson_id: ['nullable', number];
    course_id: ['nullable', number];
    path_id: ['nullable', number];
    part: ['required', string];
    title: ['required', string];
    is_deleted: ['required', boolean];
    fields_hash: ['required', Buffer];
    attached_hash: ['nullable', Buffer];
    order_hash: ['nullable', Buffer];
    folder: ['nullable', string];
    sha256: ['nullable', string];
    size: ['nullable', number];
    cause: ['required', string];
    saved_by: ['nullable', number];
    saved_at: ['default', Date];
    change_id: ['nullable', number];
    commit_sha: ['nullable', string];
    git_author: ['nullable', string];
    restored_from: ['nullable', number];
  };
}
