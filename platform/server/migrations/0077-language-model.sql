-- Whether authors may ask the language model about the lessons of a release: off until a lead allows it.
alter table releases add column model_allowed boolean not null default false;

-- Requests to the language model: who sent what kind, how much and how it ended. Never the texts.
create table model_requests (
  id             integer generated always as identity primary key,
  user_id        integer not null references users (id) on delete cascade,
  lesson_id      integer references lessons (id) on delete set null,
  screen_id      integer references screens (id) on delete set null,
  kind           text not null,
  model          text not null,
  started_at     timestamptz not null default now(),
  -- Null while it runs, and if the server ended before it.
  outcome        text check (outcome in ('proposed', 'not-proven', 'unusable', 'failed', 'stopped')),
  duration_ms    integer,
  -- Of all attempts.
  sent_bytes     integer not null default 0,
  received_bytes integer not null default 0
);
create index model_requests_of_user on model_requests (user_id, started_at);
create index model_requests_of_lesson on model_requests (lesson_id) where lesson_id is not null;
create index model_requests_of_screen on model_requests (screen_id) where screen_id is not null;
