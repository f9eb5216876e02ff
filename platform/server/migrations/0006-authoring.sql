-- Authoring: comments, numbers of items inside a screen, files of lessons, deleted items.

-- Questions and skills are content of their screen, identified by uuid; the API identifies them by number.
create table screen_items (
  id        integer generated always as identity primary key,
  screen_id integer not null references screens (id) on delete cascade,
  kind      text not null check (kind in ('question', 'skill')),
  uuid      uuid not null,
  unique (screen_id, kind, uuid)
);

-- Life cycle: features/comments/contract.ts.
create table comments (
  id           integer generated always as identity primary key,
  screen_id    integer not null references screens (id) on delete cascade,
  user_id      integer not null references users (id),
  -- Markdown.
  comment      text not null check (btrim(comment) <> ''),
  tags         jsonb not null default '[]',
  mandatory    boolean not null default false,
  -- The quoted passage; null: the whole screen.
  quote        jsonb,
  created_at   timestamptz not null default now(),
  completed_at timestamptz,
  completed_by integer references users (id),
  approved_at  timestamptz,
  archived_at  timestamptz,
  check (approved_at is null or completed_at is not null),
  -- A comment's author can't complete it.
  check (completed_by is distinct from user_id)
);
create index comments_screen on comments (screen_id) where archived_at is null;

create table comment_messages (
  id         integer generated always as identity primary key,
  comment_id integer not null references comments (id) on delete cascade,
  user_id    integer not null references users (id),
  message    text not null check (btrim(message) <> ''),
  created_at timestamptz not null default now()
);
create index comment_messages_comment on comment_messages (comment_id, id);

-- Items deleted from lessons, which can be restored for 30 days.
create table deleted_items (
  id         integer generated always as identity primary key,
  kind       text not null check (kind in ('question', 'data', 'image')),
  lesson_id  integer not null references lessons (id) on delete cascade,
  -- For questions.
  screen_id  integer references screens (id) on delete cascade,
  -- Display name.
  name       text not null,
  -- QuestionContent, DataFileContent or ImageContent.
  content    jsonb not null,
  -- For files: their bytes in the blob store.
  sha256     text,
  size       bigint,
  deleted_by integer references users (id),
  deleted_at timestamptz not null default now(),
  check ((kind = 'question') = (screen_id is not null)),
  check ((kind = 'question') = (sha256 is null))
);
create index deleted_items_lesson on deleted_items (lesson_id, deleted_at desc);
create index deleted_items_age on deleted_items (deleted_at);

-- Hash of a lesson's files with their settings; empty: it has none.
alter table lessons add column files_hash text not null default '';

-- Changes of one batch share a commit. A column, because searching the content would read all of it.
alter table changes add column batch uuid;
