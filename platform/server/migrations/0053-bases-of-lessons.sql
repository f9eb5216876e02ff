-- The hash of the version of main that a version began from, or merged last; null: it is not known, or main has none.
alter table lessons add column base_hash text;

-- A version that is the same as main's begins there. One that is found as an older state of main began from that.
create function note_base() returns trigger language plpgsql as $$
begin
  if exists (
    select from lessons m join releases r on r.id = m.release_id
    where r.is_main and m.deleted_at is null and m.sequence = new.sequence and m.content_hash = new.content_hash
  ) then
    new.base_hash := new.content_hash;
  elsif new.base_hash is null and exists (select from published_states s where s.content_hash = new.content_hash) then
    new.base_hash := new.content_hash;
  end if;
  return new;
end $$;
create trigger lessons_base before insert or update of content_hash on lessons for each row execute function note_base();

update lessons l set base_hash = content_hash
  where deleted_at is null and exists (select from published_states s where s.content_hash = l.content_hash);
