-- Comments on the changes of pull requests: on lines, on a passage or on a file.

create table pull_request_comments (
  id               integer generated always as identity primary key,
  pull_request_id  integer not null references pull_requests (id) on delete cascade,
  -- The comment that began the thread.
  reply_to         integer references pull_request_comments (id) on delete cascade,
  path             text not null,
  side             text not null check (side in ('before', 'after')),
  -- Lines of the file in commit_sha, from 1; null: the file as a whole.
  line_from        integer,
  line_to          integer,
  commit_sha       text not null,
  -- The lines as they were, to find them again.
  source           text not null default '',
  quote            text not null default '',
  text             text not null default '',
  -- What the lines should be replaced with.
  suggestion       text,
  -- Null: written on another code host, by the account by_name.
  user_id          integer references users (id),
  by_name          text not null,
  created_at       timestamptz not null default now(),
  -- Its id at another code host.
  host_id          text,
  applied_by       integer references users (id),
  applied_at       timestamptz,
  resolved_by      integer references users (id),
  resolved_at      timestamptz,
  unique (pull_request_id, host_id),
  check ((line_from is null) = (line_to is null)),
  check (line_from >= 1 and line_to >= line_from),
  check ((applied_by is null) = (applied_at is null)),
  check ((resolved_by is null) = (resolved_at is null)),
  check (suggestion is null or line_from is not null)
);
create index pull_request_comments_order on pull_request_comments (pull_request_id, id);
create index pull_request_comments_replies on pull_request_comments (reply_to);
