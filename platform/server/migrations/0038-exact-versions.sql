-- A screen that only got another folder, as by a rename with git, has a version as well: restoring one gives the folder back.
create or replace function store_versions(given jsonb) returns void language plpgsql as $$
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
        and (newest.is_deleted, newest.fields_hash, newest.attached_hash, newest.order_hash, newest.sha256,
            case when newest.part like 'screen:%' then newest.folder end)
          is not distinct from (rows.is_deleted, rows.fields_hash, rows.attached_hash, rows.order_hash, rows.sha256,
            case when rows.part like 'screen:%' then rows.folder end)
    )
  ), kept as (
    insert into version_documents (hash, document)
    select distinct on (d.hash) d.hash, d.document from (
      select fields_hash as hash, fields as document from changed
      union all select attached_hash, attached from changed where attached_hash is not null
      union all select order_hash, screen_order from changed where order_hash is not null
    ) d
    -- Not `not exists`: that was planned as a join that read all documents for each save.
    where (select true from version_documents known where known.hash = d.hash) is null
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

-- A lesson of which only the metadata is imported has no version yet: restoring one would delete its screens.
create or replace function store_lesson_versions(changed integer[]) returns void language plpgsql as $$
begin
  perform store_versions(jsonb_agg(jsonb_build_object('lesson_id', l.id, 'part', '', 'title', l.title, 'is_deleted', l.deleted_at is not null,
    'fields', l.fields, 'attached', l.attached, 'folder', l.folder, 'saved_by', l.updated_by, 'screen_order', (
      select coalesce(jsonb_agg(s.uuid order by s.sequence, s.id), '[]') from screens s where s.lesson_id = l.id and s.deleted_at is null
    )) order by l.id))
  from lessons l where l.id = any(changed) and not l.is_shallow_import
  having count(*) > 0;
end $$;
delete from versions v using lessons l where l.id = v.lesson_id and l.is_shallow_import;
