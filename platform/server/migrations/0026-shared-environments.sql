-- Archives of environments that one runner built and others install.
create table shared_environments (
  -- Of the environment: the hash of its lock.
  key      text not null,
  -- What else it depends on: system, processor and interpreters of the runner.
  platform text not null,
  -- The archive, in the blob store.
  sha256   text not null,
  used_at  timestamptz not null default now(),
  primary key (key, platform)
);
