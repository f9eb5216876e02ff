-- Indexes of the audit trail, and users' own calls from the console.

alter table audit_entries
  add column request_id text,
  -- The subject's location at the time: stored as numbers, so that it is shown even after it is gone.
  add column lesson_id integer,
  add column lesson_sequence integer,
  add column release_id integer;

create function audit_entries_find_place() returns trigger language plpgsql as $$
declare
  kind text := split_part(new.subject, ':', 1);
  place integer;
begin
  if new.subject !~ '^[a-z-]+:[0-9]{1,9}$' then
    return new;
  end if;
  place := split_part(new.subject, ':', 2)::integer;
  case kind
    when 'lesson' then
      select id, sequence, release_id into new.lesson_id, new.lesson_sequence, new.release_id from lessons where id = place;
    when 'screen' then
      select l.id, l.sequence, l.release_id into new.lesson_id, new.lesson_sequence, new.release_id
        from screens s join lessons l on l.id = s.lesson_id where s.id = place;
    when 'comment' then
      select l.id, l.sequence, l.release_id into new.lesson_id, new.lesson_sequence, new.release_id
        from comments c join screens s on s.id = c.screen_id join lessons l on l.id = s.lesson_id where c.id = place;
    when 'release' then
      new.release_id := place;
    when 'course' then
      select release_id into new.release_id from courses where id = place;
    when 'path' then
      select release_id into new.release_id from paths where id = place;
    when 'step' then
      select release_id into new.release_id from steps where id = place;
    else
      null;
  end case;
  return new;
end $$;
create trigger audit_entries_place before insert or update of subject on audit_entries
  for each row execute function audit_entries_find_place();
update audit_entries set subject = subject where subject is not null;

create index audit_entries_lesson on audit_entries (lesson_sequence, id desc) where lesson_sequence is not null;
create index audit_entries_release on audit_entries (release_id, id desc) where release_id is not null;
create index audit_entries_user on audit_entries (user_id, id desc);
create index audit_entries_action on audit_entries (action text_pattern_ops, id desc);

-- Calls that users made in the console, newest last; the oldest are deleted. Secrets are removed first.
create table console_calls (
  id           bigint generated always as identity primary key,
  user_id      integer not null references users (id) on delete cascade,
  at           timestamptz not null default now(),
  method       text not null check (method in ('GET', 'POST', 'PUT', 'PATCH', 'DELETE')),
  -- The part after /api/.
  path         text not null,
  payload      text,
  -- Null: there was no response.
  status       integer,
  -- Milliseconds until the response arrived.
  took_ms      integer not null check (took_ms >= 0)
);
create index console_calls_user on console_calls (user_id, id desc);
