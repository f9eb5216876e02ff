-- Runners that announced themselves, with their last state. Unlogged: after a crash of the database they announce themselves again.
create unlogged table announced_runners (
  name         text primary key,
  url          text not null,
  -- Another one is another process.
  instance     uuid not null,
  health       jsonb not null,
  announced_at timestamptz not null default now()
);
