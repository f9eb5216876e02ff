-- Documents of versions, by the SHA-256 of their text: one that returns is stored once. PostgreSQL compresses the large ones.
create table version_documents (
  hash     bytea primary key,
  document jsonb not null
);

-- What each save left of a lesson, screen, file, course or path. Written by the triggers below, so that no way to write rows is missed.
create table versions (
  id            bigint generated always as identity primary key,
  -- The transaction: one save may change several parts.
  save_id       uuid not null,
  lesson_id     integer references lessons (id) on delete cascade,
  course_id     integer references courses (id) on delete cascade,
  path_id       integer references paths (id) on delete cascade,
  -- Of a lesson: empty for its settings and the order of its screens, 'screen:' and a uuid, 'data:' or 'image:' and a file name.
  part          text not null,
  title         text not null,
  is_deleted    boolean not null,
  -- The fields, or the settings of a file.
  fields_hash   bytea not null,
  -- Everything else of a screen or lesson, the lessons of a course, the steps of a path; null for files.
  attached_hash bytea,
  -- The uuids of a lesson's screens in order.
  order_hash    bytea,
  folder        text,
  sha256        text,
  size          bigint,
  cause         text not null check (cause in ('before', 'page', 'git', 'merge', 'import', 'replace', 'bulk', 'restore')),
  saved_by      integer references users (id),
  saved_at      timestamptz not null default now(),
  -- The way of the save into git, with its message and commit.
  change_id     bigint references changes (id),
  -- The commit that a version was read from.
  commit_sha    text,
  -- The author of that commit.
  git_author    text,
  restored_from bigint,
  constraint versions_subject check (num_nonnulls(lesson_id, course_id, path_id) = 1)
);
create unique index versions_save on versions (save_id, coalesce(lesson_id, 0), coalesce(course_id, 0), coalesce(path_id, 0), part);
create index versions_lesson on versions (lesson_id, id desc) where lesson_id is not null;
create index versions_part on versions (coalesce(lesson_id, 0), coalesce(course_id, 0), coalesce(path_id, 0), part, id desc);
create index versions_course on versions (course_id, id desc) where course_id is not null;
create index versions_path on versions (path_id, id desc) where path_id is not null;

-- The newest version of a lesson that a person has seen.
create table lesson_visits (
  user_id    integer not null references users (id) on delete cascade,
  lesson_id  integer not null references lessons (id) on delete cascade,
  version_id bigint not null,
  visited_at timestamptz not null default now(),
  primary key (user_id, lesson_id)
);
create index lesson_visits_lesson on lesson_visits (lesson_id);

-- The save that the current transaction is.
create function current_save() returns uuid language plpgsql as $$
declare
  save text := nullif(current_setting('lessonwright.save', true), '');
begin
  if save is null then
    save := gen_random_uuid()::text;
    perform set_config('lessonwright.save', save, true);
  end if;
  return save::uuid;
end $$;

-- Stores versions and their documents; a part that is written twice in one save has one version. A trigger gives each row with its
-- documents, which are compared by hash here alone.
create function store_versions(given jsonb) returns void language plpgsql as $$
declare
  save uuid := current_save();
  origin jsonb := coalesce(nullif(current_setting('lessonwright.origin', true), ''), '{}')::jsonb;
begin
  with rows as materialized (
    select r.*, sha256(convert_to(r.fields::text, 'UTF8')) as fields_hash, sha256(convert_to(r.attached::text, 'UTF8')) as attached_hash,
      sha256(convert_to(r.screen_order::text, 'UTF8')) as order_hash
    from jsonb_to_recordset(given) as r (lesson_id integer, course_id integer, path_id integer, part text, title text, is_deleted boolean,
      fields jsonb, attached jsonb, screen_order jsonb, folder text, sha256 text, size bigint, saved_by integer)
  ), changed as materialized (
    -- A part that is as its newest version says has no new one.
    select * from rows where not exists (
      select from (
        select v.* from versions v
        where coalesce(v.lesson_id, 0) = coalesce(rows.lesson_id, 0) and coalesce(v.course_id, 0) = coalesce(rows.course_id, 0)
          and coalesce(v.path_id, 0) = coalesce(rows.path_id, 0) and v.part = rows.part
        order by v.id desc limit 1
      ) newest
      where newest.save_id <> save
        and (newest.is_deleted, newest.fields_hash, newest.attached_hash, newest.order_hash, newest.sha256)
          is not distinct from (rows.is_deleted, rows.fields_hash, rows.attached_hash, rows.order_hash, rows.sha256)
    )
  ), kept as (
    insert into version_documents (hash, document)
    select distinct on (d.hash) d.hash, d.document from (
      select fields_hash as hash, fields as document from changed
      union all select attached_hash, attached from changed where attached_hash is not null
      union all select order_hash, screen_order from changed where order_hash is not null
    ) d
    where not exists (select from version_documents known where known.hash = d.hash)
    order by d.hash
    on conflict do nothing
  )
  insert into versions as v (save_id, lesson_id, course_id, path_id, part, title, is_deleted, fields_hash, attached_hash, order_hash, folder,
    sha256, size, cause, saved_by, commit_sha, git_author, restored_from)
  select save, lesson_id, course_id, path_id, part, title, is_deleted, fields_hash, attached_hash, order_hash, folder, sha256, size,
    coalesce(origin ->> 'cause', case when saved_by is null then 'merge' else 'page' end), saved_by, origin ->> 'commit',
    origin ->> 'author', (origin ->> 'restored_from')::bigint
  from changed
  on conflict (save_id, coalesce(lesson_id, 0), coalesce(course_id, 0), coalesce(path_id, 0), part) do update
  set title = excluded.title, is_deleted = excluded.is_deleted, fields_hash = excluded.fields_hash, attached_hash = excluded.attached_hash,
    order_hash = excluded.order_hash, folder = excluded.folder, sha256 = excluded.sha256, size = excluded.size, saved_by = excluded.saved_by,
    cause = excluded.cause;
end $$;

create function store_screen_versions(changed integer[]) returns void language plpgsql as $$
declare
  -- A JSON document has a limit, and a release may have a hundred thousand screens.
  batch_size constant integer := 200;
begin
  for batch in 0 .. (cardinality(changed) - 1) / batch_size loop
    perform store_versions(jsonb_agg(jsonb_build_object('lesson_id', s.lesson_id, 'part', 'screen:' || s.uuid, 'title', s.title,
      'is_deleted', s.deleted_at is not null, 'fields', s.fields, 'attached', s.attached, 'folder', s.folder, 'saved_by', s.updated_by)
      order by s.id))
    from screens s where s.id = any(changed[batch * batch_size + 1 : (batch + 1) * batch_size])
      -- Git may give back a screen that is in the trash. Then the newer one counts.
      and not exists (select from screens o where o.lesson_id = s.lesson_id and o.uuid = s.uuid and s.deleted_at is not null
        and (o.deleted_at is null or o.id > s.id))
    having count(*) > 0;
  end loop;
end $$;

create function store_lesson_versions(changed integer[]) returns void language plpgsql as $$
begin
  perform store_versions(jsonb_agg(jsonb_build_object('lesson_id', l.id, 'part', '', 'title', l.title, 'is_deleted', l.deleted_at is not null,
    'fields', l.fields, 'attached', l.attached, 'folder', l.folder, 'saved_by', l.updated_by, 'screen_order', (
      select coalesce(jsonb_agg(s.uuid order by s.sequence, s.id), '[]') from screens s where s.lesson_id = l.id and s.deleted_at is null
    )) order by l.id))
  from lessons l where l.id = any(changed)
  having count(*) > 0;
end $$;

create function store_course_versions(changed integer[]) returns void language plpgsql as $$
begin
  perform store_versions(jsonb_agg(jsonb_build_object('course_id', c.id, 'part', '', 'title', c.name, 'is_deleted', c.deleted_at is not null,
    'fields', c.fields, 'attached', c.lessons, 'folder', c.folder, 'saved_by', c.updated_by) order by c.id))
  from courses c where c.id = any(changed)
  having count(*) > 0;
end $$;

create function store_path_versions(changed integer[]) returns void language plpgsql as $$
begin
  perform store_versions(jsonb_agg(jsonb_build_object('path_id', p.id, 'part', '', 'title', p.name, 'is_deleted', p.deleted_at is not null,
    'fields', p.fields, 'folder', p.folder, 'saved_by', p.updated_by, 'attached', (
      select coalesce(jsonb_agg(s.fields || jsonb_build_object('uuid', s.uuid, 'courses', s.courses) order by s.sequence, s.id), '[]')
      from steps s where s.path_id = p.id
    )) order by p.id))
  from paths p where p.id = any(changed)
  having count(*) > 0;
end $$;

create function store_file_versions(changed jsonb, deleted boolean) returns void language plpgsql as $$
begin
  perform store_versions(jsonb_agg(jsonb_build_object('lesson_id', f.lesson_id, 'part', f.kind || ':' || f.file_name, 'title', f.file_name,
    'is_deleted', deleted, 'fields', f.settings, 'sha256', f.sha256, 'size', f.size, 'saved_by', l.updated_by) order by f.id))
  from jsonb_to_recordset(changed) as f (id integer, lesson_id integer, kind text, file_name text, sha256 text, size bigint, settings jsonb)
  join lessons l on l.id = f.lesson_id
  having count(*) > 0;
end $$;

create function note_screens() returns trigger language plpgsql as $$
declare
  lessons integer[];
begin
  if tg_op = 'INSERT' then
    perform store_screen_versions(array_agg(id)) from new_rows having count(*) > 0;
    select array_agg(distinct lesson_id) into lessons from new_rows where deleted_at is null;
  else
    perform store_screen_versions(array_agg(n.id)) from new_rows n join old_rows o on o.id = n.id
    where o.content_hash <> n.content_hash or (o.deleted_at is null) <> (n.deleted_at is null)
    having count(*) > 0;
    select array_agg(distinct n.lesson_id) into lessons from new_rows n join old_rows o on o.id = n.id
    where o.sequence <> n.sequence or (o.deleted_at is null) <> (n.deleted_at is null);
  end if;
  if lessons is not null then
    perform store_lesson_versions(lessons);
  end if;
  return null;
end $$;
create trigger screens_inserted after insert on screens referencing new table as new_rows
  for each statement execute function note_screens();
create trigger screens_updated after update on screens referencing old table as old_rows new table as new_rows
  for each statement execute function note_screens();

create function note_lessons() returns trigger language plpgsql as $$
declare
  save uuid := nullif(current_setting('lessonwright.save', true), '')::uuid;
begin
  if tg_op = 'INSERT' then
    perform store_lesson_versions(array_agg(id)) from new_rows having count(*) > 0;
    return null;
  end if;
  perform store_lesson_versions(array_agg(n.id)) from new_rows n join old_rows o on o.id = n.id
  where o.revision <> n.revision or o.is_shallow_import <> n.is_shallow_import or (o.deleted_at is null) <> (n.deleted_at is null)
  having count(*) > 0;
  -- The order of screens and the files are written before the lesson's row says who changed them.
  if save is not null then
    update versions v set saved_by = n.updated_by from new_rows n
    where v.save_id = save and v.lesson_id = n.id and v.part not like 'screen:%' and v.saved_by is distinct from n.updated_by;
  end if;
  return null;
end $$;
create trigger lessons_inserted after insert on lessons referencing new table as new_rows
  for each statement execute function note_lessons();
create trigger lessons_updated after update on lessons referencing old table as old_rows new table as new_rows
  for each statement execute function note_lessons();

create function note_files() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform store_file_versions((select jsonb_agg(to_jsonb(o)) from old_rows o), true);
  elsif tg_op = 'INSERT' then
    perform store_file_versions((select jsonb_agg(to_jsonb(n)) from new_rows n), false);
  else
    perform store_file_versions((select jsonb_agg(to_jsonb(n)) from new_rows n join old_rows o on o.id = n.id
      where (o.sha256, o.settings) is distinct from (n.sha256, n.settings)), false);
  end if;
  return null;
end $$;
create trigger lesson_files_inserted after insert on lesson_files referencing new table as new_rows
  for each statement execute function note_files();
create trigger lesson_files_updated after update on lesson_files referencing old table as old_rows new table as new_rows
  for each statement execute function note_files();
create trigger lesson_files_deleted after delete on lesson_files referencing old table as old_rows
  for each statement execute function note_files();

create function note_courses() returns trigger language plpgsql as $$
begin
  perform store_course_versions(array_agg(id)) from new_rows having count(*) > 0;
  return null;
end $$;
create trigger courses_inserted after insert on courses referencing new table as new_rows
  for each statement execute function note_courses();
create trigger courses_updated after update on courses referencing new table as new_rows
  for each statement execute function note_courses();

create function note_paths() returns trigger language plpgsql as $$
declare
  save uuid := nullif(current_setting('lessonwright.save', true), '')::uuid;
begin
  perform store_path_versions(array_agg(id)) from new_rows having count(*) > 0;
  -- Steps are written before the path's row says who changed them.
  if save is not null then
    update versions v set saved_by = n.updated_by from new_rows n
    where v.save_id = save and v.path_id = n.id and v.saved_by is distinct from n.updated_by;
  end if;
  return null;
end $$;
create trigger paths_inserted after insert on paths referencing new table as new_rows
  for each statement execute function note_paths();
create trigger paths_updated after update on paths referencing new table as new_rows
  for each statement execute function note_paths();

create function note_steps() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform store_path_versions(array_agg(distinct path_id)) from new_rows where path_id is not null having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform store_path_versions(array_agg(distinct path_id)) from old_rows where path_id is not null having count(*) > 0;
  else
    perform store_path_versions(array_agg(distinct path_id)) from
      (select path_id from old_rows union select path_id from new_rows) touched where path_id is not null having count(*) > 0;
  end if;
  return null;
end $$;
create trigger steps_inserted after insert on steps referencing new table as new_rows
  for each statement execute function note_steps();
create trigger steps_updated after update on steps referencing old table as old_rows new table as new_rows
  for each statement execute function note_steps();
create trigger steps_deleted after delete on steps referencing old table as old_rows
  for each statement execute function note_steps();

-- What there was before: one version of each part as its row has it.
select set_config('lessonwright.origin', '{"cause": "before"}', true);
select store_screen_versions(array[id]) from screens order by id;
select store_file_versions(jsonb_build_array(to_jsonb(f)), false) from lesson_files f order by id;
select store_course_versions(array[id]) from courses order by id;
select store_path_versions(array[id]) from paths order by id;
select store_lesson_versions(array[id]) from lessons order by id;
update versions v set saved_at = s.updated_at from screens s where v.lesson_id = s.lesson_id and v.part = 'screen:' || s.uuid;
update versions v set saved_at = l.updated_at from lessons l where v.lesson_id = l.id and v.part not like 'screen:%';
update versions v set saved_at = c.updated_at from courses c where v.course_id = c.id;
update versions v set saved_at = p.updated_at from paths p where v.path_id = p.id;
select set_config('lessonwright.origin', '', true), set_config('lessonwright.save', '', true);
