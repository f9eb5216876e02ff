-- Rehearsals of upgrades: the code screens of a release run with today's packages and with others. A release keeps its last one.
create table rehearsals (
  id          integer primary key generated always as identity,
  release_id  integer not null unique references releases (id) on delete cascade,
  user_id     integer references users (id),
  -- RehearsalCandidate of the contract.
  candidate   jsonb not null,
  state       text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'stopped', 'failed')),
  error       text,
  -- Its lessons and screens have been listed.
  is_planned  boolean not null default false,
  started_at  timestamptz not null default now(),
  finished_at timestamptz
);

-- The packages that are tried, once for all lessons that get the same ones.
create table rehearsal_builds (
  rehearsal_id     integer not null references rehearsals (id) on delete cascade,
  environment_hash text not null,
  -- EnvironmentRequest; null: nothing to install.
  request          jsonb,
  state            text not null default 'open' check (state in ('open', 'built', 'failed')),
  lock             text,
  installed        jsonb not null default '[]',
  error            text,
  primary key (rehearsal_id, environment_hash)
);

create table rehearsal_lessons (
  rehearsal_id     integer not null references rehearsals (id) on delete cascade,
  lesson_id        integer not null references lessons (id) on delete cascade,
  environment_hash text not null,
  -- The version of the language that is tried; null: the lesson's own.
  language_version text,
  -- Of the lesson as it was rehearsed.
  content_hash     text not null,
  -- It already has these packages.
  is_same          boolean not null default false,
  -- The versions that change, in words.
  changes          jsonb not null default '[]',
  primary key (rehearsal_id, lesson_id)
);
create index on rehearsal_lessons (lesson_id);

create table rehearsal_screens (
  rehearsal_id integer not null references rehearsals (id) on delete cascade,
  screen_id    integer not null references screens (id) on delete cascade,
  lesson_id    integer not null references lessons (id) on delete cascade,
  -- ScreenReport of the server; null: not run yet.
  report       jsonb,
  primary key (rehearsal_id, screen_id)
);
create index on rehearsal_screens (screen_id);
create index on rehearsal_screens (lesson_id);
