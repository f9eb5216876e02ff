-- The hash of everything that a lesson of main has or had. A version with such a hash that main no longer has is behind main.
create table published_states (
  content_hash text not null primary key,
  -- For the lists in memory, which read what is new.
  written_in xid8 not null default pg_current_xact_id()
);
create index published_states_written_in on published_states (written_in);

create function note_published() returns trigger language plpgsql as $$
begin
  insert into published_states (content_hash)
    select distinct l.content_hash from new_rows l join releases r on r.id = l.release_id
    where r.is_main and l.deleted_at is null
    on conflict do nothing;
  return null;
end $$;
create trigger lessons_published after insert on lessons referencing new table as new_rows
 for each statement execute function note_published();
create trigger lessons_republished after update on lessons referencing new table as new_rows
 for each statement execute function note_published();

insert into published_states (content_hash)
  select distinct l.content_hash from lessons l join releases r on r.id = l.release_id where r.is_main and l.deleted_at is null;
