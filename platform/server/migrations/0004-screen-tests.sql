-- The last result of a screen test. The tests themselves are content, in screens.attached; a row gives one its id.
create table screen_tests (
  id          integer generated always as identity primary key,
  screen_id   integer not null references screens (id),
  -- Folder below tests/ of the screen.
  slug        text not null,
  -- How the last run ended; null: there was none.
  status      text check (status in ('Done', 'Run Error', 'Internal Error')),
  -- TestResult of the contract.
  result      jsonb,
  -- Of everything that the result depends on; once it changes, the result is outdated.
  fingerprint text
);
create unique index screen_tests_slug on screen_tests (screen_id, slug);

-- Whether the answer passes its own checks and the initial code fails them.
create table screen_gates (
  screen_id      integer primary key references screens (id),
  revision       integer not null,
  answer_passes  boolean,
  initial_fails  boolean,
  -- The problems, as user-facing text.
  warnings       jsonb not null default '[]'
);
