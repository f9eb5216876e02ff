-- Lessons that others begin new ones from. By uuid: all versions of a lesson, also those that come later.
create table lesson_templates (
  lesson_uuid uuid primary key,
  marked_by integer references users (id) on delete set null,
  marked_at timestamptz not null default now()
);
