-- A user's open session of a lesson on a runner: its stateful interpreter with its applications, or its JupyterLab. A
-- row is a hint: the session is on the runner, and may have ended there.
create table run_sessions (
  id          uuid primary key,
  user_id     integer not null references users (id),
  lesson_id   integer not null references lessons (id),
  program     text not null check (program in ('interpreter', 'jupyterlab')),
  runner_name text not null,
  -- The first part of its applications' addresses, which can't be guessed.
  path_secret text not null unique,
  created_at  timestamptz not null default now()
);
create unique index run_sessions_owner on run_sessions (user_id, lesson_id, program);

-- Runs that survive the server (Long-running code): their input while they run, and how often they were started.
alter table runs add column input jsonb;
alter table runs add column starts integer not null default 0;
