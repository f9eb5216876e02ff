-- The trigrams of texts in eight parts, by lesson. What is in many texts is found in the first part, without reading where it is in the
-- others, and a search that ends after a part has seen all of its lessons. Underscores count as letters, so that names in code are found by
-- what is around them. A server of an earlier version finds the same without the index, until it is replaced.

drop index search_texts_trigrams;
create index search_texts_trigrams on search_texts using gin (replace(lower(text collate "C"), '_', 'q') gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 2048) where coalesce(lesson_id, 0) % 8 = 0;
create index search_texts_trigrams_1 on search_texts using gin (replace(lower(text collate "C"), '_', 'q') gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 2048) where coalesce(lesson_id, 0) % 8 = 1;
create index search_texts_trigrams_2 on search_texts using gin (replace(lower(text collate "C"), '_', 'q') gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 2048) where coalesce(lesson_id, 0) % 8 = 2;
create index search_texts_trigrams_3 on search_texts using gin (replace(lower(text collate "C"), '_', 'q') gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 2048) where coalesce(lesson_id, 0) % 8 = 3;
create index search_texts_trigrams_4 on search_texts using gin (replace(lower(text collate "C"), '_', 'q') gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 2048) where coalesce(lesson_id, 0) % 8 = 4;
create index search_texts_trigrams_5 on search_texts using gin (replace(lower(text collate "C"), '_', 'q') gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 2048) where coalesce(lesson_id, 0) % 8 = 5;
create index search_texts_trigrams_6 on search_texts using gin (replace(lower(text collate "C"), '_', 'q') gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 2048) where coalesce(lesson_id, 0) % 8 = 6;
create index search_texts_trigrams_7 on search_texts using gin (replace(lower(text collate "C"), '_', 'q') gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 2048) where coalesce(lesson_id, 0) % 8 = 7;

-- The functions of migration 0035 with the same result. Their conditions were planned as joins that read all screens and all documents of
-- versions for each save: they are asked of the rows of the save alone.

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

create or replace function store_screen_versions(changed integer[]) returns void language plpgsql as $$
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
      and (s.deleted_at is null or not exists (select from screens o where o.lesson_id = s.lesson_id and o.uuid = s.uuid
        and (o.deleted_at is null or o.id > s.id)))
    having count(*) > 0;
  end loop;
end $$;
