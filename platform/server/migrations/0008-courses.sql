-- Courses, paths and their steps: versions in releases, like lessons. The contract defines their fields.

create table courses (
  id           integer generated always as identity primary key,
  uuid         uuid not null,
  release_id   integer not null references releases (id),
  sequence     integer not null check (sequence >= 0),
  -- Folder below courses/ on the branch; never renamed.
  folder       text not null,
  name         text not null,
  -- CourseFields.
  fields       jsonb not null,
  -- Numbers of its lessons, in order.
  lessons      jsonb not null default '[]',
  revision     integer not null default 1,
  created_by   integer references users (id),
  updated_by   integer references users (id),
  updated_at   timestamptz not null default now(),
  deleted_at   timestamptz
);
create unique index courses_sequence on courses (release_id, sequence) where deleted_at is null;
create unique index courses_folder on courses (release_id, folder) where deleted_at is null;
create index courses_by_sequence on courses (sequence, updated_at desc) where deleted_at is null;

create table paths (
  id           integer generated always as identity primary key,
  uuid         uuid not null,
  release_id   integer not null references releases (id),
  sequence     integer not null check (sequence >= 0),
  -- Folder below paths/ on the branch; never renamed.
  folder       text not null,
  name         text not null,
  -- PathFields.
  fields       jsonb not null,
  revision     integer not null default 1,
  created_by   integer references users (id),
  updated_by   integer references users (id),
  updated_at   timestamptz not null default now(),
  deleted_at   timestamptz
);
create unique index paths_sequence on paths (release_id, sequence) where deleted_at is null;
create unique index paths_folder on paths (release_id, folder) where deleted_at is null;

create table steps (
  id           integer generated always as identity primary key,
  uuid         uuid not null,
  release_id   integer not null references releases (id),
  -- Null: new, or removed, and in no path. Housekeeping deletes it after a day.
  path_id      integer references paths (id),
  -- From 1 within its path.
  sequence     integer,
  -- StepFields.
  fields       jsonb not null,
  -- Numbers of its courses, in order.
  courses      jsonb not null default '[]',
  revision     integer not null default 1,
  updated_by   integer references users (id),
  updated_at   timestamptz not null default now(),
  check ((path_id is null) = (sequence is null))
);
create index steps_path on steps (path_id, sequence) where path_id is not null;
create index steps_loose on steps (updated_at) where path_id is null;

-- Their queued changes, and their history.
alter table changes
  add column course_id integer references courses (id),
  add column path_id integer references paths (id);
create index changes_course on changes (course_id, id desc) where course_id is not null;
create index changes_path on changes (path_id, id desc) where path_id is not null;

alter table revisions
  add column course_id integer references courses (id),
  add column path_id integer references paths (id),
  add column step_id integer references steps (id);
alter table revisions drop constraint revisions_check;
alter table revisions add constraint revisions_subject check (num_nonnulls(lesson_id, screen_id, course_id, path_id, step_id) = 1);
create unique index revisions_course on revisions (course_id, revision) where course_id is not null;
create unique index revisions_path on revisions (path_id, revision) where path_id is not null;
create unique index revisions_step on revisions (step_id, revision) where step_id is not null;
