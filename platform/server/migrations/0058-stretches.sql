-- The change of an automatic save: it is committed together with others of its batch, once its author pauses.
alter table changes add column waits boolean not null default false;

-- Automatic saves without a pause between them share a save, and so one version of each part. A version that is written again moves to the
-- end, so that people who have seen it before see it again, and it goes to git with the newest change.
do $$
declare
  source text := pg_get_functiondef('store_versions(jsonb)'::regprocedure);
  changed text := replace(source, 'cause = excluded.cause;', 'cause = excluded.cause, id = default, saved_at = excluded.saved_at, change_id = null;');
begin
  if changed = source then raise exception 'store_versions is not as expected'; end if;
  execute changed;
end $$;
