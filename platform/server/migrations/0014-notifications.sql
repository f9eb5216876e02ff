-- What users are notified of, and how.

create table notifications (
  id           bigint generated always as identity primary key,
  user_id      integer not null references users (id) on delete cascade,
  -- The contract validates it, so that a new kind needs no migration.
  kind         text not null,
  -- What happened, such as comment:12: a user is notified of it once.
  about        text not null,
  -- Null: the product itself.
  actor_id     integer references users (id) on delete set null,
  lesson_id    integer references lessons (id) on delete cascade,
  screen_id    integer references screens (id) on delete cascade,
  comment_id   integer references comments (id) on delete cascade,
  release_id   integer references releases (id) on delete cascade,
  build_number integer,
  details      jsonb not null default '{}',
  -- As the user's settings were at the time.
  in_inbox     boolean not null,
  by_email     boolean not null,
  created_at   timestamptz not null default now(),
  read_at      timestamptz,
  emailed_at   timestamptz,
  unique (user_id, about)
);
create index notifications_inbox on notifications (user_id, id desc) where in_inbox;
create index notifications_unsent on notifications (user_id, created_at) where by_email and emailed_at is null and read_at is null;
create index notifications_created on notifications (created_at);
create index notifications_lesson on notifications (lesson_id);
create index notifications_screen on notifications (screen_id);
create index notifications_comment on notifications (comment_id);
create index notifications_release on notifications (release_id);

create table notification_settings (
  user_id        integer primary key references users (id) on delete cascade,
  settings       jsonb not null default '{}',
  -- Failed attempts to send a digest since the last success, and when to try again.
  email_failures integer not null default 0,
  email_retry_at timestamptz
);
