-- Builds of lessons' packages. Runs of a lesson use the lock in lessons.attached, which a successful build writes.
create table builds (
  id               integer generated always as identity primary key,
  lesson_id        integer not null references lessons (id),
  user_id          integer references users (id),
  -- Hash of language, version, packages and answer checking: a build is outdated once it changes.
  wanted_hash      text not null,
  -- Hash of what is installed only: lessons with equal ones share a lock.
  environment_hash text not null,
  -- EnvironmentRequest of the contract; null: there is nothing to install.
  request          jsonb,
  state            text not null default 'in_progress' check (state in ('in_progress', 'built', 'failed')),
  log              text not null default '',
  error            text,
  -- Null: the base environment.
  lock             text,
  installed        jsonb not null default '[]',
  started_at       timestamptz not null default now(),
  finished_at      timestamptz,
  check ((state = 'in_progress') = (finished_at is null)),
  check ((state = 'failed') = (error is not null))
);
-- One at a time for each lesson.
create unique index builds_open on builds (lesson_id) where state = 'in_progress';
create index builds_lesson on builds (lesson_id, id desc);
create index builds_environment on builds (environment_hash, id desc) where state = 'built';

-- A build ends once, whatever the code does.
create function builds_move_forward() returns trigger language plpgsql as $$
begin
  if old.state <> 'in_progress' and old.state <> new.state then
    raise exception 'a build cannot go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger builds_state before update of state on builds for each row execute function builds_move_forward();
