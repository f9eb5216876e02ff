-- Limits that count on all servers together. Losing them in a crash only resets the counts.
create unlogged table rate_limits (
  name text not null,
  key text not null,
  taken integer not null,
  ends_at timestamptz not null,
  primary key (name, key)
);
create index rate_limits_end on rate_limits (ends_at);
