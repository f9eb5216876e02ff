-- Search: every text of lessons, screens, files, comments, courses, paths and steps in one table, found by its trigrams. Triggers queue
-- each row that is written, from wherever; a server reads the queue and writes the texts (features/search/server/search-index.ts).

create extension if not exists pg_trgm;

create table search_texts (
  id          bigint generated always as identity primary key,
  document    text not null check (document in ('lesson', 'screen', 'file', 'comment', 'course', 'path', 'step')),
  -- The row of its table.
  document_id integer not null,
  -- Null: it is part of a course or a path.
  lesson_id   integer,
  screen_id   integer,
  course_id   integer,
  path_id     integer,
  -- Its address in the document (features/search/rules/document-texts.ts).
  field       text not null,
  kind        text not null,
  label       text not null,
  text        text not null,
  check (num_nonnulls(lesson_id, course_id, path_id) = 1)
);
create unique index search_texts_field on search_texts (document, document_id, field);
create index search_texts_lesson on search_texts (lesson_id) where lesson_id is not null;
-- In lower case by ASCII only, which is the same in every database. New entries wait in a list, which makes imports ten times as fast;
-- the server empties it after each of its turns, because every search reads it.
create index search_texts_trigrams on search_texts using gin (lower(text collate "C") gin_trgm_ops) with (fastupdate = on, gin_pending_list_limit = 2048);

-- Documents whose texts have to be read again. A document may be in it several times.
create table search_queue (
  id          bigint generated always as identity primary key,
  document    text not null,
  document_id integer not null
);

create function queue_search_row() returns trigger language plpgsql as $$
begin
  insert into search_queue (document, document_id) values (tg_argv[0], case tg_op when 'DELETE' then old.id else new.id end);
  perform pg_notify('lessonwright_search', '"queued"');
  return null;
end $$;

create function queue_search_rows() returns trigger language plpgsql as $$
begin
  insert into search_queue (document, document_id) select tg_argv[0], id from inserted;
  perform pg_notify('lessonwright_search', '"queued"');
  return null;
end $$;

create function queue_search_comment() returns trigger language plpgsql as $$
begin
  insert into search_queue (document, document_id)
  values ('comment', case tg_op when 'DELETE' then old.comment_id else new.comment_id end);
  perform pg_notify('lessonwright_search', '"queued"');
  return null;
end $$;

create trigger screens_search_insert after insert on screens
  referencing new table as inserted for each statement execute function queue_search_rows('screen');
create trigger screens_search_update after update of content_hash, deleted_at, lesson_id on screens for each row
  when (old.content_hash <> new.content_hash or old.deleted_at is distinct from new.deleted_at or old.lesson_id <> new.lesson_id)
  execute function queue_search_row('screen');
create trigger screens_search_delete after delete on screens for each row execute function queue_search_row('screen');

create trigger lessons_search_insert after insert on lessons
  referencing new table as inserted for each statement execute function queue_search_rows('lesson');
create trigger lessons_search_update after update of fields on lessons for each row
  when (old.fields is distinct from new.fields) execute function queue_search_row('lesson');
create trigger lessons_search_delete after delete on lessons for each row execute function queue_search_row('lesson');

create trigger lesson_files_search_insert after insert on lesson_files
  referencing new table as inserted for each statement execute function queue_search_rows('file');
create trigger lesson_files_search_update after update on lesson_files for each row execute function queue_search_row('file');
create trigger lesson_files_search_delete after delete on lesson_files for each row execute function queue_search_row('file');

create trigger comments_search after insert or update of comment, archived_at or delete on comments
  for each row execute function queue_search_row('comment');
create trigger comment_messages_search after insert or update of message or delete on comment_messages
  for each row execute function queue_search_comment();

create trigger courses_search after insert or update of fields, deleted_at or delete on courses
  for each row execute function queue_search_row('course');
create trigger paths_search after insert or update of fields, deleted_at or delete on paths
  for each row execute function queue_search_row('path');
create trigger steps_search after insert or update of fields, path_id or delete on steps
  for each row execute function queue_search_row('step');

-- What exists already. The newest rows are read first.
insert into search_queue (document, document_id) select 'comment', id from comments order by id;
insert into search_queue (document, document_id) select 'file', id from lesson_files order by id;
insert into search_queue (document, document_id) select 'step', id from steps order by id;
insert into search_queue (document, document_id) select 'path', id from paths order by id;
insert into search_queue (document, document_id) select 'course', id from courses order by id;
insert into search_queue (document, document_id) select 'screen', id from screens where deleted_at is null order by id;
insert into search_queue (document, document_id) select 'lesson', id from lessons order by id;

create table saved_searches (
  id         integer generated always as identity primary key,
  user_id    integer not null references users (id) on delete cascade,
  name       text not null,
  -- SearchQuery of the contract.
  query      jsonb not null,
  created_at timestamptz not null default now()
);
create unique index saved_searches_name on saved_searches (user_id, lower(name));
