-- What requests said about links of other sites, for all lessons that have them.
create table link_checks (
  url        text primary key,
  state      text not null check (state in ('ok', 'gone', 'moved', 'unsure')),
  -- Of the reply; null: there was none.
  status     integer,
  -- Where a link has moved to.
  target     text,
  -- Why nobody can tell whether it works.
  reason     text,
  checked_at timestamptz not null
);
create index link_checks_checked on link_checks (checked_at);

-- A pull request of this release can only be merged once preflight finds no errors in its lessons.
alter table releases add column preflight_required boolean not null default false;
