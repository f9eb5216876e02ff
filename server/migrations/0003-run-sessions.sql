-- What one has open of a lesson on a runner: its stateful interpreter with its applications, or its JupyterLab.
-- A row is a hint: the session itself is the runner's, and may have ended there.
create table run_sessions (
  id          uuid primary key,
  user_id     integer not null references users (id),
  lesson_id   integer not null references lessons (id),
  program     text not null check (program in ('interpreter', 'jupyterlab')),
  runner_name text not null,
  -- The first part of the addresses of its applications, which nobody else can guess.
  path_secret text not null unique,
  created_at  timestamptz not null default now()
);
create unique index run_sessions_owner on run_sessions (user_id, lesson_id, program);

-- Runs that survive the server (Long-running code): what was asked for, while it goes on, and how often it was begun.
alter table runs add column input jsonb;
alter table runs add column starts integer not null default 0;
