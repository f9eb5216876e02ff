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

-- The function of migration 0035 with the same result. Its condition was planned as a join that read all screens for each save. It is
-- checked for the rows of the save alone. (Migration 0038 does the same in `store_versions`.)

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
