-- Changes that wait for an author, each with what was shown of it. They are stored apart from screens: an author's save takes one over.
create table proposals (
  id             integer generated always as identity primary key,
  lesson_id      integer not null references lessons (id) on delete cascade,
  -- Null: the texts of the lesson.
  screen_id      integer references screens (id) on delete cascade,
  -- What it was made from, for the three-way merge.
  base_revision  integer not null,
  base_questions text not null,
  fields         jsonb not null,
  reason         text not null,
  proof          jsonb not null,
  -- The content of the lesson that the proof is about.
  proven_hash    text not null,
  proposed_by    integer not null references users (id) on delete cascade,
  -- Name of the token or person at that time.
  sender         text not null,
  state          text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn', 'outdated')),
  created_at     timestamptz not null default now(),
  decided_by     integer references users (id) on delete set null,
  decided_at     timestamptz,
  decision       text
);
create index proposals_of_lesson on proposals (lesson_id, id desc);
create index proposals_of_sender on proposals (proposed_by, id desc);
create index proposals_of_screen on proposals (screen_id) where screen_id is not null;
create index proposals_decided_by on proposals (decided_by) where decided_by is not null;
