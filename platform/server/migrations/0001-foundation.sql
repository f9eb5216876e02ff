-- Foundation: users, sign-in, releases, lessons, screens, changes queued for git, runs, audit. Times are timestamptz;
-- the contract's schemas define the shape of jsonb documents.

create table users (
  id            integer generated always as identity primary key,
  email         text not null,
  name          text,
  role          text not null check (role in ('owner', 'staff', 'external')),
  password_hash text,
  created_at    timestamptz not null default now(),
  -- A revoked user keeps the row, so that old lessons and commits keep their author.
  revoked_at    timestamptz
);
create unique index users_email on users (lower(email));

create table sessions (
  id_hash    text primary key,
  user_id    integer references users (id) on delete cascade,
  data       jsonb not null,
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table personal_tokens (
  id           integer generated always as identity primary key,
  user_id      integer not null references users (id) on delete cascade,
  name         text not null,
  token_hash   text not null unique,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz
);
create index personal_tokens_user on personal_tokens (user_id);

create table invitations (
  id         integer generated always as identity primary key,
  user_id    integer not null references users (id) on delete cascade,
  token_hash text not null unique,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index invitations_user on invitations (user_id);

create table settings (
  key   text primary key,
  value jsonb not null
);

create table releases (
  id            integer generated always as identity primary key,
  name          text not null,
  branch_name   text not null unique,
  -- The commit of the rows; null until the branch was imported or created.
  commit_sha    text,
  is_main       boolean not null default false,
  -- Drafts releases belong to one user.
  drafts_of     integer unique references users (id),
  -- The last known head of the remote's branch.
  pushed_sha    text,
  commit_error  text,
  push_error    text,
  -- Set while the branch is missing on the remote.
  deleted_remotely_at timestamptz,
  created_at    timestamptz not null default now()
);
create unique index releases_one_main on releases (is_main) where is_main;

create table lessons (
  id           integer generated always as identity primary key,
  uuid         uuid not null,
  release_id   integer not null references releases (id),
  sequence     integer not null check (sequence >= 0),
  -- Folder below lessons/ on the branch; never renamed.
  folder       text not null,
  title        text not null,
  type         text not null check (type in ('mission', 'project', 'portfolio_project', 'practice_problem', 'assessment', 'installation_project')),
  author       text not null,
  language     text check (language in ('python', 'r', 'sql', 'cli')),
  -- LessonFields of the contract.
  fields       jsonb not null,
  -- All other content of the lesson without a column: packages, datasets, file settings, unknown keys.
  attached     jsonb not null default '{}',
  -- Hash of the lesson's whole content; lessons with equal hashes are equal (release_status).
  content_hash text not null,
  -- Hash of the screens in order, so that saving metadata need not read them.
  screens_hash text not null,
  review_status text,
  is_shallow_import boolean not null default false,
  revision     integer not null default 1,
  created_by   integer references users (id),
  updated_by   integer references users (id),
  updated_at   timestamptz not null default now(),
  deleted_at   timestamptz
);
create unique index lessons_sequence on lessons (release_id, sequence) where deleted_at is null;
create index lessons_by_sequence on lessons (sequence, updated_at desc) where deleted_at is null;
create index lessons_uuid on lessons (uuid);

create table screens (
  id           integer generated always as identity primary key,
  uuid         uuid not null,
  lesson_id    integer not null references lessons (id),
  -- Folder below screens/ in the lesson; never renamed.
  folder       text not null,
  sequence     integer not null check (sequence >= 1),
  title        text not null,
  type         text not null check (type in ('text', 'code', 'takeaways')),
  -- ScreenFields of the contract.
  fields       jsonb not null,
  -- Recorded answer, selected variables, questions, skills, tests, unknown keys.
  attached     jsonb not null default '{}',
  content_hash text not null,
  revision     integer not null default 1,
  updated_by   integer references users (id),
  updated_at   timestamptz not null default now(),
  deleted_at   timestamptz
);
create index screens_lesson on screens (lesson_id, sequence) where deleted_at is null;

-- The states before and after saves: the base of three-way merges, and the history.
create table revisions (
  id         bigint generated always as identity primary key,
  lesson_id  integer references lessons (id),
  screen_id  integer references screens (id),
  revision   integer not null,
  fields     jsonb not null,
  message    text,
  saved_by   integer references users (id),
  saved_at   timestamptz not null default now(),
  check (num_nonnulls(lesson_id, screen_id) = 1)
);
create unique index revisions_lesson on revisions (lesson_id, revision) where lesson_id is not null;
create unique index revisions_screen on revisions (screen_id, revision) where screen_id is not null;

-- Files of lessons; their bytes are in the blob store.
create table lesson_files (
  id        integer generated always as identity primary key,
  lesson_id integer not null references lessons (id),
  kind      text not null check (kind in ('data', 'image')),
  file_name text not null,
  sha256    text not null,
  size      bigint not null,
  -- Alias, mode, preview, lines, show_in_editor, display_first, screens.
  settings  jsonb not null default '{}',
  unique (lesson_id, kind, file_name)
);

-- Saves queued for git: saved → committed → pushed (features/releases/contract/changes.ts).
create table changes (
  id         bigint generated always as identity primary key,
  -- Written to the commit as a trailer, so that a commit is found after a crash and never made twice.
  uuid       uuid not null unique,
  release_id integer not null references releases (id),
  lesson_id  integer references lessons (id),
  screen_id  integer references screens (id),
  user_id    integer references users (id),
  -- Null: a text is generated from what was changed.
  message    text,
  summary    text not null,
  -- What to write: see server/src/changes/change-content.ts. Cleared once pushed.
  content    jsonb,
  state      text not null default 'saved' check (state in ('saved', 'committed', 'pushed')),
  commit_sha text,
  saved_at   timestamptz not null default now(),
  committed_at timestamptz,
  pushed_at  timestamptz,
  check ((state = 'saved') = (commit_sha is null))
);
create index changes_open on changes (release_id, id) where state <> 'pushed';
create index changes_lesson on changes (lesson_id, id desc);
create index changes_screen on changes (screen_id, id desc);

-- States only move forward, whatever the code does.
create function changes_move_forward() returns trigger language plpgsql as $$
begin
  if not (old.state = new.state or (old.state, new.state) in (('saved', 'committed'), ('committed', 'pushed'))) then
    raise exception 'a change cannot go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger changes_state before update of state on changes for each row execute function changes_move_forward();

create table runs (
  id          uuid primary key,
  user_id     integer not null references users (id),
  lesson_id   integer not null references lessons (id),
  screen_id   integer not null references screens (id),
  stream_id   uuid,
  runner_name text not null,
  session_id  text not null,
  state       text not null default 'queued' check (state in ('queued', 'running', 'done', 'stopped', 'lost')),
  -- RunResult of the contract once done; otherwise the error message.
  result      jsonb,
  error       text,
  created_at  timestamptz not null default now(),
  finished_at timestamptz
);
create index runs_screen on runs (screen_id, user_id, created_at desc);
create index runs_age on runs (created_at);

create table audit_entries (
  id        bigint generated always as identity primary key,
  at        timestamptz not null default now(),
  user_id   integer references users (id),
  action    text not null,
  subject   text,
  details   jsonb not null default '{}',
  address   text
);
create index audit_entries_at on audit_entries (at desc);
