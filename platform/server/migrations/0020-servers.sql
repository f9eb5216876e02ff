-- The server processes of this database. A row counts as long as its heartbeat goes on.
create table servers (
  id uuid primary key,
  -- Where the other servers reach it.
  url text not null,
  role text not null check (role in ('all', 'web', 'git')),
  version text not null,
  -- Where it keeps files: servers of one database must share them.
  blobs text not null,
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now()
);

-- One row: what all servers of this database agree on.
create table cluster (
  id boolean primary key default true check (id),
  -- Signs what servers send each other. Made by the first server.
  secret text,
  -- Grows whenever another server becomes the one that writes to git.
  git_epoch integer not null default 0,
  git_holder uuid,
  -- Which repositories were written last: the id that is stored beside them.
  git_repositories uuid
);
insert into cluster default values;

-- The server that waits for the run; null: one that was alone, or an older version.
alter table runs add column server_id uuid;
