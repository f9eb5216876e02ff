-- Deploys of lessons to the preview environment (features/publishing/contract/deploys.ts), and the links that open them.

create table deploys (
  id           integer generated always as identity primary key,
  lesson_id    integer not null references lessons (id),
  -- From 1 within its lesson.
  build_number integer not null check (build_number > 0),
  user_id      integer references users (id),
  status       text not null default 'running' check (status in ('running', 'failed', 'succeeded')),
  target       text not null check (target in ('built-in', 'webhook', 'github')),
  -- Reference for polling the target; null: it was not notified yet, or there is none.
  target_ref   text,
  -- Address of the target's own page; null: there is only the log.
  target_url   text,
  error        text,
  -- DeployLine[]
  log          jsonb not null default '[]',
  -- Hash of what was built; null: nothing, or it was removed because of its age.
  snapshot     text,
  -- Hashes of every file it needs.
  files        jsonb not null default '[]',
  -- Hash of the secret with which the target fetches it.
  bundle_hash  text,
  bundle_until timestamptz,
  started_at   timestamptz not null default now(),
  finished_at  timestamptz,
  unique (lesson_id, build_number),
  check ((status = 'running') = (finished_at is null)),
  check ((status = 'failed') = (error is not null))
);
-- One at a time for each lesson.
create unique index deploys_open on deploys (lesson_id) where status = 'running';
create unique index deploys_bundle on deploys (bundle_hash) where bundle_hash is not null;

-- A deploy ends once, whatever the code does.
create function deploys_move_forward() returns trigger language plpgsql as $$
begin
  if old.status <> 'running' and old.status <> new.status then
    raise exception 'a deploy cannot go from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger deploys_status before update of status on deploys for each row execute function deploys_move_forward();

-- Addresses that open one build without an account; their secret is stored as a hash.
create table preview_links (
  id         integer generated always as identity primary key,
  deploy_id  integer not null references deploys (id) on delete cascade,
  -- An author's own ones are not listed.
  kind       text not null check (kind in ('share', 'author')),
  token_hash text not null unique,
  created_by integer not null references users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  opened_at  timestamptz,
  revoked_at timestamptz
);
create index preview_links_deploy on preview_links (deploy_id, id desc);
create index preview_links_age on preview_links (expires_at);
