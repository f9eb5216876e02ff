-- The last examination of a screen's checks.
create table check_trust (
  screen_id   integer primary key references screens (id),
  -- Of everything that the examination depends on; once it changes, the report is outdated.
  fingerprint text not null,
  -- TrustReport of the server.
  report      jsonb not null,
  examined_at timestamptz not null
);
