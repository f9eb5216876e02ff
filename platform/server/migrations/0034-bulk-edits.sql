-- An edit of many lessons, stored with everything that it changed in one transaction.
create table bulk_edits (
  id         integer generated always as identity primary key,
  -- Its changes share this batch, and with it a commit on each branch.
  uuid       uuid not null unique,
  kind       text not null,
  summary    text not null,
  message    text,
  user_id    integer references users (id),
  -- The bulk edit that this one undid.
  undoes     integer references bulk_edits (id),
  created_at timestamptz not null default now()
);

-- The settings of a lesson, or a screen, that a bulk edit changed.
create table bulk_edit_documents (
  id              integer generated always as identity primary key,
  bulk_edit_id    integer not null references bulk_edits (id),
  -- Null once it is permanently deleted.
  lesson_id       integer references lessons (id) on delete set null,
  -- Null: the lesson's settings.
  screen_id       integer references screens (id) on delete set null,
  -- As they were, for lists.
  sequence        integer not null,
  title           text not null,
  release_name    text not null,
  screen_sequence integer,
  -- The changed fields, with their values before and after.
  before          jsonb not null,
  after           jsonb not null,
  is_undone       boolean not null default false
);
create index bulk_edit_documents_edit on bulk_edit_documents (bulk_edit_id, id);
create index bulk_edit_documents_lesson on bulk_edit_documents (lesson_id);
create index bulk_edit_documents_screen on bulk_edit_documents (screen_id);
