-- Releases can be deleted, and kept without their branch on the code host.
alter table releases
  add column detached_at timestamptz,
  add column deleted_at timestamptz;
alter table releases drop constraint releases_branch_name_key;
alter table releases drop constraint releases_drafts_of_key;
create unique index releases_branch on releases (branch_name) where deleted_at is null;
create unique index releases_drafts on releases (drafts_of) where deleted_at is null;

-- Pull requests of releases against main: stored here for the built-in code host; for others, the last reported state.
create table pull_requests (
  id             integer generated always as identity primary key,
  release_id     integer not null references releases (id),
  -- Number on the code host; the built-in one has its own count.
  number         integer not null unique,
  title          text not null,
  body           text not null default '',
  state          text not null default 'open' check (state in ('open', 'closed', 'merged')),
  status         text not null default 'In review' check (status in ('In review', 'Changes requested', 'Approved', 'Merged', 'Closed')),
  -- Null: a page of the product.
  url            text,
  opened_by      integer references users (id),
  -- Display name, also for users without an account here.
  opened_by_name text not null,
  opened_at      timestamptz not null default now(),
  merge_sha      text,
  merged_by_name text,
  merged_at      timestamptz,
  -- Whether main and the branch can be merged, as the code host reports it; null: unknown.
  is_mergeable   boolean,
  heard_at       timestamptz not null default now(),
  check ((state = 'merged') = (status = 'Merged')),
  check ((state = 'closed') = (status = 'Closed'))
);
create unique index pull_requests_open on pull_requests (release_id) where state = 'open';
create index pull_requests_release on pull_requests (release_id, id desc);

create function pull_requests_stay_merged() returns trigger language plpgsql as $$
begin
  if old.state = 'merged' and new.state <> 'merged' then
    raise exception 'A merged pull request stays merged (%).', old.id;
  end if;
  return new;
end $$;
create trigger pull_requests_state before update of state on pull_requests
  for each row execute function pull_requests_stay_merged();

create table pull_request_reviews (
  id              integer generated always as identity primary key,
  pull_request_id integer not null references pull_requests (id) on delete cascade,
  user_id         integer references users (id),
  by_name         text not null,
  verdict         text not null check (verdict in ('approve', 'request-changes', 'comment')),
  text            text not null default '',
  -- The head of the branch that was reviewed.
  commit_sha      text,
  created_at      timestamptz not null default now(),
  -- Id on the code host; null: created here.
  host_id         text,
  unique (pull_request_id, host_id)
);
create index pull_request_reviews_order on pull_request_reviews (pull_request_id, id);

-- The trash is queried by date.
create index lessons_trash on lessons (deleted_at) where deleted_at is not null;
create index screens_trash on screens (deleted_at) where deleted_at is not null;
