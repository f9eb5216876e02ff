-- What preflight found in lessons, by their content: a lesson that didn't change is never looked at again, in whichever release it is.

create table preflight_reports (
  content_hash text not null,
  -- Of the rules. Reports of other versions are not used.
  version      integer not null,
  report       jsonb not null,
  used_at      timestamptz not null default now(),
  primary key (content_hash, version)
);
create index preflight_reports_used on preflight_reports (used_at);
