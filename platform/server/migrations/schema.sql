-- The result of the migrations beside this file. Written by scripts/write-schema.ts; a test compares it.

create extension pg_trgm;

CREATE OR REPLACE FUNCTION audit_entries_find_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION builds_move_forward()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state <> 'in_progress' and old.state <> new.state then
    raise exception 'a build cannot go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION changes_move_forward()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not (old.state = new.state or (old.state, new.state) in (('saved', 'committed'), ('committed', 'pushed'))) then
    raise exception 'a change cannot go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION current_save()
 RETURNS uuid
 LANGUAGE plpgsql
AS $function$
declare
  save text := nullif(current_setting('lessonwright.save', true), '');
begin
  if save is null then
    save := gen_random_uuid()::text;
    perform set_config('lessonwright.save', save, true);
  end if;
  return save::uuid;
end $function$;

CREATE OR REPLACE FUNCTION deploys_move_forward()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.status <> 'running' and old.status <> new.status then
    raise exception 'a deploy cannot go from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION note_base()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION note_courses()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform store_course_versions(array_agg(id)) from new_rows having count(*) > 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION note_files()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION note_lessons()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION note_paths()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION note_published()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into published_states (content_hash)
    select distinct l.content_hash from new_rows l join releases r on r.id = l.release_id
    where r.is_main and l.deleted_at is null
    on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION note_screens()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION note_steps()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION pull_requests_stay_merged()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state = 'merged' and new.state <> 'merged' then
    raise exception 'A merged pull request stays merged (%).', old.id;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION queue_search_comment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_queue (document, document_id)
  values ('comment', case tg_op when 'DELETE' then old.comment_id else new.comment_id end);
  perform pg_notify('lessonwright_search', '"queued"');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION queue_search_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_queue (document, document_id) values (tg_argv[0], case tg_op when 'DELETE' then old.id else new.id end);
  perform pg_notify('lessonwright_search', '"queued"');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION queue_search_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_queue (document, document_id) select tg_argv[0], id from inserted;
  perform pg_notify('lessonwright_search', '"queued"');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION store_course_versions(changed integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform store_versions(jsonb_agg(jsonb_build_object('course_id', c.id, 'part', '', 'title', c.name, 'is_deleted', c.deleted_at is not null,
    'fields', c.fields, 'attached', c.lessons, 'folder', c.folder, 'saved_by', c.updated_by) order by c.id))
  from courses c where c.id = any(changed)
  having count(*) > 0;
end $function$;

CREATE OR REPLACE FUNCTION store_file_versions(changed jsonb, deleted boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform store_versions(jsonb_agg(jsonb_build_object('lesson_id', f.lesson_id, 'part', f.kind || ':' || f.file_name, 'title', f.file_name,
    'is_deleted', deleted, 'fields', f.settings, 'sha256', f.sha256, 'size', f.size, 'saved_by', l.updated_by) order by f.id))
  from jsonb_to_recordset(changed) as f (id integer, lesson_id integer, kind text, file_name text, sha256 text, size bigint, settings jsonb)
  join lessons l on l.id = f.lesson_id
  having count(*) > 0;
end $function$;

CREATE OR REPLACE FUNCTION store_lesson_versions(changed integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform store_versions(jsonb_agg(jsonb_build_object('lesson_id', l.id, 'part', '', 'title', l.title, 'is_deleted', l.deleted_at is not null,
    'fields', l.fields, 'attached', l.attached, 'folder', l.folder, 'saved_by', l.updated_by, 'screen_order', (
      select coalesce(jsonb_agg(s.uuid order by s.sequence, s.id), '[]') from screens s where s.lesson_id = l.id and s.deleted_at is null
    )) order by l.id))
  from lessons l where l.id = any(changed) and not l.is_shallow_import
  having count(*) > 0;
end $function$;

CREATE OR REPLACE FUNCTION store_path_versions(changed integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform store_versions(jsonb_agg(jsonb_build_object('path_id', p.id, 'part', '', 'title', p.name, 'is_deleted', p.deleted_at is not null,
    'fields', p.fields, 'folder', p.folder, 'saved_by', p.updated_by, 'attached', (
      select coalesce(jsonb_agg(s.fields || jsonb_build_object('uuid', s.uuid, 'courses', s.courses) order by s.sequence, s.id), '[]')
      from steps s where s.path_id = p.id
    )) order by p.id))
  from paths p where p.id = any(changed)
  having count(*) > 0;
end $function$;

CREATE OR REPLACE FUNCTION store_screen_versions(changed integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION store_versions(given jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
    cause = excluded.cause, id = default, saved_at = excluded.saved_at, change_id = null;
end $function$;

create table announced_runners (
  name text not null,
  url text not null,
  instance uuid not null,
  health jsonb not null,
  announced_at timestamp with time zone not null default now(),
  constraint announced_runners_pkey PRIMARY KEY (name)
);

create table audit_entries (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  user_id integer,
  action text not null,
  subject text,
  details jsonb not null default '{}'::jsonb,
  address text,
  request_id text,
  lesson_id integer,
  lesson_sequence integer,
  release_id integer,
  constraint audit_entries_pkey PRIMARY KEY (id),
  constraint audit_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX audit_entries_action ON audit_entries USING btree (action text_pattern_ops, id DESC);
CREATE INDEX audit_entries_at ON audit_entries USING btree (at DESC);
CREATE INDEX audit_entries_lesson ON audit_entries USING btree (lesson_sequence, id DESC) WHERE (lesson_sequence IS NOT NULL);
CREATE INDEX audit_entries_release ON audit_entries USING btree (release_id, id DESC) WHERE (release_id IS NOT NULL);
CREATE INDEX audit_entries_user ON audit_entries USING btree (user_id, id DESC);
CREATE TRIGGER audit_entries_place BEFORE INSERT OR UPDATE OF subject ON audit_entries FOR EACH ROW EXECUTE FUNCTION audit_entries_find_place();

create table builds (
  id integer not null generated always as identity,
  lesson_id integer not null,
  user_id integer,
  environment_hash text not null,
  request jsonb,
  state text not null default 'in_progress'::text,
  log text not null default ''::text,
  error text,
  lock text,
  installed jsonb not null default '[]'::jsonb,
  started_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  changed jsonb not null default '[]'::jsonb,
  answers jsonb,
  constraint builds_pkey PRIMARY KEY (id),
  constraint builds_check CHECK (((state = 'in_progress'::text) = (finished_at IS NULL))),
  constraint builds_check1 CHECK (((state = 'failed'::text) = (error IS NOT NULL))),
  constraint builds_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id),
  constraint builds_state_check CHECK ((state = ANY (ARRAY['in_progress'::text, 'built'::text, 'failed'::text]))),
  constraint builds_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX builds_environment ON builds USING btree (environment_hash, id DESC) WHERE (state = 'built'::text);
CREATE INDEX builds_lesson ON builds USING btree (lesson_id, id DESC);
CREATE UNIQUE INDEX builds_open ON builds USING btree (lesson_id) WHERE (state = 'in_progress'::text);
CREATE TRIGGER builds_state BEFORE UPDATE OF state ON builds FOR EACH ROW EXECUTE FUNCTION builds_move_forward();

create table bulk_edit_documents (
  id integer not null generated always as identity,
  bulk_edit_id integer not null,
  lesson_id integer,
  screen_id integer,
  sequence integer not null,
  title text not null,
  release_name text not null,
  screen_sequence integer,
  before jsonb not null,
  after jsonb not null,
  is_undone boolean not null default false,
  constraint bulk_edit_documents_pkey PRIMARY KEY (id),
  constraint bulk_edit_documents_bulk_edit_id_fkey FOREIGN KEY (bulk_edit_id) REFERENCES bulk_edits(id),
  constraint bulk_edit_documents_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id) ON DELETE SET NULL,
  constraint bulk_edit_documents_screen_id_fkey FOREIGN KEY (screen_id) REFERENCES screens(id) ON DELETE SET NULL
);
CREATE INDEX bulk_edit_documents_edit ON bulk_edit_documents USING btree (bulk_edit_id, id);
CREATE INDEX bulk_edit_documents_lesson ON bulk_edit_documents USING btree (lesson_id);
CREATE INDEX bulk_edit_documents_screen ON bulk_edit_documents USING btree (screen_id);

create table bulk_edits (
  id integer not null generated always as identity,
  uuid uuid not null,
  kind text not null,
  summary text not null,
  message text,
  user_id integer,
  undoes integer,
  created_at timestamp with time zone not null default now(),
  constraint bulk_edits_pkey PRIMARY KEY (id),
  constraint bulk_edits_undoes_fkey FOREIGN KEY (undoes) REFERENCES bulk_edits(id),
  constraint bulk_edits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint bulk_edits_uuid_key UNIQUE (uuid)
);

create table changes (
  id bigint not null generated always as identity,
  uuid uuid not null,
  release_id integer not null,
  lesson_id integer,
  screen_id integer,
  user_id integer,
  message text,
  summary text not null,
  content jsonb,
  state text not null default 'saved'::text,
  commit_sha text,
  saved_at timestamp with time zone not null default now(),
  committed_at timestamp with time zone,
  pushed_at timestamp with time zone,
  batch uuid,
  course_id integer,
  path_id integer,
  waits boolean not null default false,
  constraint changes_pkey PRIMARY KEY (id),
  constraint changes_check CHECK (((state = 'saved'::text) = (commit_sha IS NULL))),
  constraint changes_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses(id),
  constraint changes_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id),
  constraint changes_path_id_fkey FOREIGN KEY (path_id) REFERENCES paths(id),
  constraint changes_release_id_fkey FOREIGN KEY (release_id) REFERENCES releases(id),
  constraint changes_screen_id_fkey FOREIGN KEY (screen_id) REFERENCES screens(id),
  constraint changes_state_check CHECK ((state = ANY (ARRAY['saved'::text, 'committed'::text, 'pushed'::text]))),
  constraint changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint changes_uuid_key UNIQUE (uuid)
);
CREATE INDEX changes_course ON changes USING btree (course_id, id DESC) WHERE (course_id IS NOT NULL);
CREATE INDEX changes_lesson ON changes USING btree (lesson_id, id DESC);
CREATE INDEX changes_open ON changes USING btree (release_id, id) WHERE (state <> 'pushed'::text);
CREATE INDEX changes_path ON changes USING btree (path_id, id DESC) WHERE (path_id IS NOT NULL);
CREATE INDEX changes_screen ON changes USING btree (screen_id, id DESC);
CREATE TRIGGER changes_state BEFORE UPDATE OF state ON changes FOR EACH ROW EXECUTE FUNCTION changes_move_forward();

create table check_trust (
  screen_id integer not null,
  fingerprint text not null,
  report jsonb not null,
  examined_at timestamp with time zone not null,
  constraint check_trust_pkey PRIMARY KEY (screen_id),
  constraint check_trust_screen_id_fkey FOREIGN KEY (screen_id) REFERENCES screens(id)
);

create table cluster (
  id boolean not null default true,
  secret text,
  git_epoch integer not null default 0,
  git_holder uuid,
  git_repositories uuid,
  constraint cluster_pkey PRIMARY KEY (id),
  constraint cluster_id_check CHECK (id)
);

create table collection_documents (
  id integer not null generated always as identity,
  collection_id integer not null,
  path text not null,
  folder text not null,
  lesson jsonb not null,
  conflict_base jsonb,
  constraint collection_documents_pkey PRIMARY KEY (id),
  constraint collection_documents_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collections(id) ON DELETE CASCADE,
  constraint collection_documents_collection_id_path_key UNIQUE (collection_id, path)
);

create table collections (
  id integer not null generated always as identity,
  title text not null,
  git_url text,
  git_branch text not null,
  git_commit text,
  code text not null,
  earlier_code boolean not null,
  course_folder text not null,
  course jsonb not null,
  release_id integer not null,
  imported_by integer,
  imported_at timestamp with time zone not null default now(),
  constraint collections_pkey PRIMARY KEY (id),
  constraint collections_imported_by_fkey FOREIGN KEY (imported_by) REFERENCES users(id),
  constraint collections_release_id_fkey FOREIGN KEY (release_id) REFERENCES releases(id)
);

create table comment_messages (
  id integer not null generated always as identity,
  comment_id integer not null,
  user_id integer not null,
  message text not null,
  created_at timestamp with time zone not null default now(),
  constraint comment_messages_pkey PRIMARY KEY (id),
  constraint comment_messages_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint comment_messages_message_check CHECK ((btrim(message) <> ''::text)),
  constraint comment_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX comment_messages_comment ON comment_messages USING btree (comment_id, id);
CREATE TRIGGER comment_messages_search AFTER INSERT OR DELETE OR UPDATE OF message ON comment_messages FOR EACH ROW EXECUTE FUNCTION queue_search_comment();

create table comments (
  id integer not null generated always as identity,
  screen_id integer not null,
  user_id integer not null,
  comment text not null,
  tags jsonb not null default '[]'::jsonb,
  mandatory boolean not null default false,
  quote jsonb,
  created_at timestamp with time zone not null default now(),
  completed_at timestamp with time zone,
  completed_by integer,
  approved_at timestamp with time zone,
  archived_at timestamp with time zone,
  is_from_learner boolean not null default false,
  constraint comments_pkey PRIMARY KEY (id),
  constraint comments_check CHECK (((approved_at IS NULL) OR (completed_at IS NOT NULL))),
  constraint comments_comment_check CHECK ((btrim(comment) <> ''::text)),
  constraint comments_completed_by_another CHECK ((is_from_learner OR (completed_by IS DISTINCT FROM user_id))),
  constraint comments_completed_by_fkey FOREIGN KEY (completed_by) REFERENCES users(id),
  constraint comments_screen_id_fkey FOREIGN KEY (screen_id) REFERENCES screens(id) ON DELETE CASCADE,
  constraint comments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX comments_screen ON comments USING btree (screen_id) WHERE (archived_at IS NULL);
CREATE TRIGGER comments_search AFTER INSERT OR DELETE OR UPDATE OF comment, archived_at ON comments FOR EACH ROW EXECUTE FUNCTION queue_search_row('comment');

create table console_calls (
  id bigint not null generated always as identity,
  user_id integer not null,
  at timestamp with time zone not null default now(),
  method text not null,
  path text not null,
  payload text,
  status integer,
  took_ms integer not null,
  constraint console_calls_pkey PRIMARY KEY (id),
  constraint console_calls_method_check CHECK ((method = ANY (ARRAY['GET'::text, 'POST'::text, 'PUT'::text, 'PATCH'::text, 'DELETE'::text]))),
  constraint console_calls_took_ms_check CHECK ((took_ms >= 0)),
  constraint console_calls_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX console_calls_user ON console_calls USING btree (user_id, id DESC);

create table courses (
  id integer not null generated always as identity,
  uuid uuid not null,
  release_id integer not null,
  sequence integer not null,
  folder text not null,
  name text not null,
  fields jsonb not null,
  lessons jsonb not null default '[]'::jsonb,
  revision integer not null default 1,
  created_by integer,
  updated_by integer,
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  constraint courses_pkey PRIMARY KEY (id),
  constraint courses_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint courses_release_id_fkey FOREIGN KEY (release_id) REFERENCES releases(id),
  constraint courses_sequence_check CHECK ((sequence >= 0)),
  constraint courses_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id)
);
CREATE INDEX courses_by_sequence ON courses USING btree (sequence, updated_at DESC) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX courses_folder ON courses USING btree (release_id, folder) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX courses_sequence ON courses USING btree (release_id, sequence) WHERE (deleted_at IS NULL);
CREATE TRIGGER courses_inserted AFTER INSERT ON courses REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_courses();
CREATE TRIGGER courses_search AFTER INSERT OR DELETE OR UPDATE OF fields, deleted_at ON courses FOR EACH ROW EXECUTE FUNCTION queue_search_row('course');
CREATE TRIGGER courses_updated AFTER UPDATE ON courses REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_courses();

create table dataset_files (
  version_id integer not null,
  path text not null,
  sha256 text not null,
  size bigint not null,
  constraint dataset_files_pkey PRIMARY KEY (version_id, path),
  constraint dataset_files_version_id_fkey FOREIGN KEY (version_id) REFERENCES dataset_versions(id) ON DELETE CASCADE
);

create table dataset_upload_chunks (
  upload_id uuid not null,
  file integer not null,
  chunk integer not null,
  sha256 text not null,
  size bigint not null,
  constraint dataset_upload_chunks_pkey PRIMARY KEY (upload_id, file, chunk),
  constraint dataset_upload_chunks_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES dataset_uploads(id) ON DELETE CASCADE
);

create table dataset_uploads (
  id uuid not null,
  user_id integer not null,
  dataset_id integer,
  name text not null,
  description text not null,
  files jsonb not null,
  version_id integer,
  created_at timestamp with time zone not null default now(),
  touched_at timestamp with time zone not null default now(),
  constraint dataset_uploads_pkey PRIMARY KEY (id),
  constraint dataset_uploads_dataset_id_fkey FOREIGN KEY (dataset_id) REFERENCES datasets(id),
  constraint dataset_uploads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint dataset_uploads_version_id_fkey FOREIGN KEY (version_id) REFERENCES dataset_versions(id)
);
CREATE INDEX dataset_uploads_age ON dataset_uploads USING btree (touched_at);

create table dataset_versions (
  id integer not null generated always as identity,
  dataset_id integer not null,
  hash text not null,
  description text not null,
  bytes bigint not null,
  created_by integer,
  created_at timestamp with time zone not null default now(),
  constraint dataset_versions_pkey PRIMARY KEY (id),
  constraint dataset_versions_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint dataset_versions_dataset_id_fkey FOREIGN KEY (dataset_id) REFERENCES datasets(id),
  constraint dataset_versions_hash_check CHECK ((hash ~ '^[0-9a-f]{40}$'::text))
);
CREATE INDEX dataset_versions_dataset ON dataset_versions USING btree (dataset_id, id);

create table datasets (
  id integer not null generated always as identity,
  name text not null,
  description text not null,
  created_by integer,
  created_at timestamp with time zone not null default now(),
  archived_at timestamp with time zone,
  constraint datasets_pkey PRIMARY KEY (id),
  constraint datasets_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint datasets_description_check CHECK ((btrim(description) <> ''::text)),
  constraint datasets_name_check CHECK ((btrim(name) <> ''::text))
);
CREATE UNIQUE INDEX datasets_name ON datasets USING btree (lower(name));

create table deleted_items (
  id integer not null generated always as identity,
  kind text not null,
  lesson_id integer not null,
  screen_id integer,
  name text not null,
  content jsonb not null,
  sha256 text,
  size bigint,
  deleted_by integer,
  deleted_at timestamp with time zone not null default now(),
  constraint deleted_items_pkey PRIMARY KEY (id),
  constraint deleted_items_check CHECK (((kind = 'question'::text) = (screen_id IS NOT NULL))),
  constraint deleted_items_check1 CHECK (((kind = 'question'::text) = (sha256 IS NULL))),
  constraint deleted_items_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES users(id),
  constraint deleted_items_kind_check CHECK ((kind = ANY (ARRAY['question'::text, 'data'::text, 'image'::text]))),
  constraint deleted_items_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id) ON DELETE CASCADE,
  constraint deleted_items_screen_id_fkey FOREIGN KEY (screen_id) REFERENCES screens(id) ON DELETE CASCADE
);
CREATE INDEX deleted_items_age ON deleted_items USING btree (deleted_at);
CREATE INDEX deleted_items_lesson ON deleted_items USING btree (lesson_id, deleted_at DESC);

create table deploys (
  id integer not null generated always as identity,
  lesson_id integer not null,
  build_number integer not null,
  user_id integer,
  status text not null default 'running'::text,
  target text not null,
  target_ref text,
  target_url text,
  error text,
  log jsonb not null default '[]'::jsonb,
  snapshot text,
  files jsonb not null default '[]'::jsonb,
  bundle_hash text,
  bundle_until timestamp with time zone,
  started_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  anyway text,
  only_answers_fail boolean not null default false,
  constraint deploys_pkey PRIMARY KEY (id),
  constraint deploys_build_number_check CHECK ((build_number > 0)),
  constraint deploys_check CHECK (((status = 'running'::text) = (finished_at IS NULL))),
  constraint deploys_check1 CHECK (((status = 'failed'::text) = (error IS NOT NULL))),
  constraint deploys_lesson_id_build_number_key UNIQUE (lesson_id, build_number),
  constraint deploys_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id),
  constraint deploys_status_check CHECK ((status = ANY (ARRAY['running'::text, 'failed'::text, 'succeeded'::text]))),
  constraint deploys_target_check CHECK ((target = ANY (ARRAY['built-in'::text, 'webhook'::text, 'github'::text]))),
  constraint deploys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX deploys_bundle ON deploys USING btree (bundle_hash) WHERE (bundle_hash IS NOT NULL);
CREATE UNIQUE INDEX deploys_open ON deploys USING btree (lesson_id) WHERE (status = 'running'::text);
CREATE TRIGGER deploys_status BEFORE UPDATE OF status ON deploys FOR EACH ROW EXECUTE FUNCTION deploys_move_forward();

create table identities (
  issuer text not null,
  subject text not null,
  user_id integer not null,
  email text not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone not null default now(),
  constraint identities_pkey PRIMARY KEY (issuer, subject),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX identities_user ON identities USING btree (user_id, issuer);

create table image_contrasts (
  sha256 text not null,
  ratio real,
  measured_at timestamp with time zone not null default now(),
  constraint image_contrasts_pkey PRIMARY KEY (sha256)
);

create table interpreters (
  language text not null,
  version text not null,
  build text not null,
  constraint interpreters_pkey PRIMARY KEY (language, version)
);

create table invitations (
  id integer not null generated always as identity,
  user_id integer not null,
  token_hash text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_token_hash_key UNIQUE (token_hash),
  constraint invitations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX invitations_user ON invitations USING btree (user_id);

create table lesson_files (
  id integer not null generated always as identity,
  lesson_id integer not null,
  kind text not null,
  file_name text not null,
  sha256 text not null,
  size bigint not null,
  settings jsonb not null default '{}'::jsonb,
  earlier_hashes jsonb not null default '[]'::jsonb,
  constraint lesson_files_pkey PRIMARY KEY (id),
  constraint lesson_files_kind_check CHECK ((kind = ANY (ARRAY['data'::text, 'image'::text]))),
  constraint lesson_files_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id),
  constraint lesson_files_lesson_id_kind_file_name_key UNIQUE (lesson_id, kind, file_name)
);
CREATE TRIGGER lesson_files_deleted AFTER DELETE ON lesson_files REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_files();
CREATE TRIGGER lesson_files_inserted AFTER INSERT ON lesson_files REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_files();
CREATE TRIGGER lesson_files_search_delete AFTER DELETE ON lesson_files FOR EACH ROW EXECUTE FUNCTION queue_search_row('file');
CREATE TRIGGER lesson_files_search_insert AFTER INSERT ON lesson_files REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION queue_search_rows('file');
CREATE TRIGGER lesson_files_search_update AFTER UPDATE ON lesson_files FOR EACH ROW EXECUTE FUNCTION queue_search_row('file');
CREATE TRIGGER lesson_files_updated AFTER UPDATE ON lesson_files REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_files();

create table lesson_templates (
  lesson_uuid uuid not null,
  marked_by integer,
  marked_at timestamp with time zone not null default now(),
  constraint lesson_templates_pkey PRIMARY KEY (lesson_uuid),
  constraint lesson_templates_marked_by_fkey FOREIGN KEY (marked_by) REFERENCES users(id) ON DELETE SET NULL
);

create table lesson_visits (
  user_id integer not null,
  lesson_id integer not null,
  version_id bigint not null,
  visited_at timestamp with time zone not null default now(),
  constraint lesson_visits_pkey PRIMARY KEY (user_id, lesson_id),
  constraint lesson_visits_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id) ON DELETE CASCADE,
  constraint lesson_visits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX lesson_visits_lesson ON lesson_visits USING btree (lesson_id);

create table lessons (
  id integer not null generated always as identity,
  uuid uuid not null,
  release_id integer not null,
  sequence integer not null,
  folder text not null,
  title text not null,
  type text not null,
  author text not null,
  language text,
  fields jsonb not null,
  attached jsonb not null default '{}'::jsonb,
  content_hash text not null,
  screens_hash text not null,
  review_status text,
  is_shallow_import boolean not null default false,
  revision integer not null default 1,
  created_by integer,
  updated_by integer,
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  files_hash text not null default ''::text,
  base_hash text,
  owner text,
  reviewer text,
  due text,
  stage text,
  constraint lessons_pkey PRIMARY KEY (id),
  constraint lessons_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint lessons_release_id_fkey FOREIGN KEY (release_id) REFERENCES releases(id),
  constraint lessons_sequence_check CHECK ((sequence >= 0)),
  constraint lessons_type_check CHECK ((type = ANY (ARRAY['mission'::text, 'project'::text, 'portfolio_project'::text, 'practice_problem'::text, 'assessment'::text, 'installation_project'::text]))),
  constraint lessons_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id)
);
CREATE INDEX lessons_by_sequence ON lessons USING btree (sequence, updated_at DESC) WHERE (deleted_at IS NULL);
CREATE INDEX lessons_datasets ON lessons USING btree (id) WHERE ((attached -> 'datasets'::text) <> '[]'::jsonb);
CREATE UNIQUE INDEX lessons_sequence ON lessons USING btree (release_id, sequence) WHERE (deleted_at IS NULL);
CREATE INDEX lessons_trash ON lessons USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX lessons_uuid ON lessons USING btree (uuid);
CREATE TRIGGER lessons_base BEFORE INSERT OR UPDATE OF content_hash ON lessons FOR EACH ROW EXECUTE FUNCTION note_base();
CREATE TRIGGER lessons_inserted AFTER INSERT ON lessons REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_lessons();
CREATE TRIGGER lessons_published AFTER INSERT ON lessons REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_published();
CREATE TRIGGER lessons_republished AFTER UPDATE ON lessons REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_published();
CREATE TRIGGER lessons_search_delete AFTER DELETE ON lessons FOR EACH ROW EXECUTE FUNCTION queue_search_row('lesson');
CREATE TRIGGER lessons_search_insert AFTER INSERT ON lessons REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION queue_search_rows('lesson');
CREATE TRIGGER lessons_search_update AFTER UPDATE OF fields ON lessons FOR EACH ROW WHEN ((old.fields IS DISTINCT FROM new.fields)) EXECUTE FUNCTION queue_search_row('lesson');
CREATE TRIGGER lessons_updated AFTER UPDATE ON lessons REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_lessons();

create table link_checks (
  url text not null,
  state text not null,
  status integer,
  target text,
  reason text,
  checked_at timestamp with time zone not null,
  constraint link_checks_pkey PRIMARY KEY (url),
  constraint link_checks_state_check CHECK ((state = ANY (ARRAY['ok'::text, 'gone'::text, 'moved'::text, 'unsure'::text])))
);
CREATE INDEX link_checks_checked ON link_checks USING btree (checked_at);

create table login_attempts (
  id_hash text not null,
  provider text not null,
  state text not null,
  nonce text not null,
  code_verifier text not null,
  expires_at timestamp with time zone not null,
  constraint login_attempts_pkey PRIMARY KEY (id_hash)
);
CREATE INDEX login_attempts_expiry ON login_attempts USING btree (expires_at);

create table model_requests (
  id integer not null generated always as identity,
  user_id integer not null,
  lesson_id integer,
  screen_id integer,
  kind text not null,
  model text not null,
  started_at timestamp with time zone not null default now(),
  outcome text,
  duration_ms integer,
  sent_bytes integer not null default 0,
  received_bytes integer not null default 0,
  constraint model_requests_pkey PRIMARY KEY (id),
  constraint model_requests_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id) ON DELETE SET NULL,
  constraint model_requests_outcome_check CHECK ((outcome = ANY (ARRAY['proposed'::text, 'not-proven'::text, 'unusable'::text, 'failed'::text, 'stopped'::text]))),
  constraint model_requests_screen_id_fkey FOREIGN KEY (screen_id) REFERENCES screens(id) ON DELETE SET NULL,
  constraint model_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX model_requests_of_lesson ON model_requests USING btree (lesson_id) WHERE (lesson_id IS NOT NULL);
CREATE INDEX model_requests_of_screen ON model_requests USING btree (screen_id) WHERE (screen_id IS NOT NULL);
CREATE INDEX model_requests_of_user ON model_requests USING btree (user_id, started_at);

create table notification_settings (
  user_id integer not null,
  settings jsonb not null default '{}'::jsonb,
  email_failures integer not null default 0,
  email_retry_at timestamp with time zone,
  constraint notification_settings_pkey PRIMARY KEY (user_id),
  constraint notification_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table notifications (
  id bigint not null generated always as identity,
  user_id integer not null,
  kind text not null,
  about text not null,
  actor_id integer,
  lesson_id integer,
  screen_id integer,
  comment_id integer,
  release_id integer,
  build_number integer,
  details jsonb not null default '{}'::jsonb,
  in_inbox boolean not null,
  by_email boolean not null,
  created_at timestamp with time zone not null default now(),
  read_at timestamp with time zone,
  emailed_at timestamp with time zone,
  settled_at timestamp with time zone,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint notifications_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES comments(id) ON DELETE CASCADE,
  constraint notifications_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id) ON DELETE CASCADE,
  constraint notifications_release_id_fkey FOREIGN KEY (release_id) REFERENCES releases(id) ON DELETE CASCADE,
  constraint notifications_screen_id_fkey FOREIGN KEY (screen_id) REFERENCES screens(id) ON DELETE CASCADE,
  constraint notifications_user_id_about_key UNIQUE (user_id, about),
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notifications_comment ON notifications USING btree (comment_id);
CREATE INDEX notifications_created ON notifications USING btree (created_at);
CREATE INDEX notifications_inbox ON notifications USING btree (user_id, id DESC) WHERE in_inbox;
CREATE INDEX notifications_lesson ON notifications USING btree (lesson_id);
CREATE INDEX notifications_release ON notifications USING btree (release_id);
CREATE INDEX notifications_screen ON notifications USING btree (screen_id);
CREATE INDEX notifications_unsent ON notifications USING btree (user_id, created_at) WHERE (by_email AND (emailed_at IS NULL) AND (read_at IS NULL));

create table paths (
  id integer not null generated always as identity,
  uuid uuid not null,
  release_id integer not null,
  sequence integer not null,
  folder text not null,
  name text not null,
  fields jsonb not null,
  revision integer not null default 1,
  created_by integer,
  updated_by integer,
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  constraint paths_pkey PRIMARY KEY (id),
  constraint paths_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint paths_release_id_fkey FOREIGN KEY (release_id) REFERENCES releases(id),
  constraint paths_sequence_check CHECK ((sequence >= 0)),
  constraint paths_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id)
);
CREATE UNIQUE INDEX paths_folder ON paths USING btree (release_id, folder) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX paths_sequence ON paths USING btree (release_id, sequence) WHERE (deleted_at IS NULL);
CREATE TRIGGER paths_inserted AFTER INSERT ON paths REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_paths();
CREATE TRIGGER paths_search AFTER INSERT OR DELETE OR UPDATE OF fields, deleted_at ON paths FOR EACH ROW EXECUTE FUNCTION queue_search_row('path');
CREATE TRIGGER paths_updated AFTER UPDATE ON paths REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_paths();

create table pending_proofs (
  id_hash text not null,
  purpose text not null,
  user_id integer,
  challenge text,
  expires_at timestamp with time zone not null,
  constraint pending_proofs_pkey PRIMARY KEY (id_hash),
  constraint pending_proofs_purpose_check CHECK ((purpose = ANY (ARRAY['sign-in'::text, 'passkey-sign-in'::text, 'add-passkey'::text]))),
  constraint pending_proofs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX pending_proofs_expiry ON pending_proofs USING btree (expires_at);
CREATE INDEX pending_proofs_user ON pending_proofs USING btree (user_id);

create table personal_tokens (
  id integer not null generated always as identity,
  user_id integer not null,
  name text not null,
  token_hash text not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  is_for_assistants boolean not null default false,
  constraint personal_tokens_pkey PRIMARY KEY (id),
  constraint personal_tokens_token_hash_key UNIQUE (token_hash),
  constraint personal_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX personal_tokens_user ON personal_tokens USING btree (user_id);

create table preflight_reports (
  content_hash text not null,
  version integer not null,
  report jsonb not null,
  used_at timestamp with time zone not null default now(),
  constraint preflight_reports_pkey PRIMARY KEY (content_hash, version)
);
CREATE INDEX preflight_reports_used ON preflight_reports USING btree (used_at);

create table preview_links (
  id integer not null generated always as identity,
  deploy_id integer not null,
  kind text not null,
  token_hash text not null,
  created_by integer not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  opened_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint preview_links_pkey PRIMARY KEY (id),
  constraint preview_links_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint preview_links_deploy_id_fkey FOREIGN KEY (deploy_id) REFERENCES deploys(id) ON DELETE CASCADE,
  constraint preview_links_kind_check CHECK ((kind = ANY (ARRAY['share'::text, 'author'::text]))),
  constraint preview_links_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX preview_links_age ON preview_links USING btree (expires_at);
CREATE INDEX preview_links_deploy ON preview_links USING btree (deploy_id, id DESC);

create table proposals (
  id integer not null generated always as identity,
  lesson_id integer not null,
  screen_id integer,
  base_revision integer not null,
  base_questions text not null,
  fields jsonb not null,
  reason text not null,
  proof jsonb not null,
  proven_hash text not null,
  proposed_by integer not null,
  sender text not null,
  state text not null default 'open'::text,
  created_at timestamp with time zone not null default now(),
  decided_by integer,
  decided_at timestamp with time zone,
  decision text,
  constraint proposals_pkey PRIMARY KEY (id),
  constraint proposals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint proposals_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id) ON DELETE CASCADE,
  constraint proposals_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES users(id) ON DELETE CASCADE,
  constraint proposals_screen_id_fkey FOREIGN KEY (screen_id) REFERENCES screens(id) ON DELETE CASCADE,
  constraint proposals_state_check CHECK ((state = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text, 'outdated'::text])))
);
CREATE INDEX proposals_decided_by ON proposals USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX proposals_of_lesson ON proposals USING btree (lesson_id, id DESC);
CREATE INDEX proposals_of_screen ON proposals USING btree (screen_id) WHERE (screen_id IS NOT NULL);
CREATE INDEX proposals_of_sender ON proposals USING btree (proposed_by, id DESC);

create table published_states (
  content_hash text not null,
  written_in xid8 not null default pg_current_xact_id(),
  constraint published_states_pkey PRIMARY KEY (content_hash)
);
CREATE INDEX published_states_written_in ON published_states USING btree (written_in);

create table pull_request_comments (
  id integer not null generated always as identity,
  pull_request_id integer not null,
  reply_to integer,
  path text not null,
  side text not null,
  line_from integer,
  line_to integer,
  commit_sha text not null,
  source text not null default ''::text,
  quote text not null default ''::text,
  text text not null default ''::text,
  suggestion text,
  user_id integer,
  by_name text not null,
  created_at timestamp with time zone not null default now(),
  host_id text,
  applied_by integer,
  applied_at timestamp with time zone,
  resolved_by integer,
  resolved_at timestamp with time zone,
  is_pending boolean not null default false,
  edited_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint pull_request_comments_pkey PRIMARY KEY (id),
  constraint pull_request_comments_applied_by_fkey FOREIGN KEY (applied_by) REFERENCES users(id),
  constraint pull_request_comments_check CHECK (((line_from IS NULL) = (line_to IS NULL))),
  constraint pull_request_comments_check1 CHECK (((line_from >= 1) AND (line_to >= line_from))),
  constraint pull_request_comments_check2 CHECK (((applied_by IS NULL) = (applied_at IS NULL))),
  constraint pull_request_comments_check3 CHECK (((resolved_by IS NULL) = (resolved_at IS NULL))),
  constraint pull_request_comments_check4 CHECK (((suggestion IS NULL) OR (line_from IS NOT NULL))),
  constraint pull_request_comments_check5 CHECK (((NOT is_pending) OR ((user_id IS NOT NULL) AND (reply_to IS NULL) AND (host_id IS NULL)))),
  constraint pull_request_comments_pull_request_id_fkey FOREIGN KEY (pull_request_id) REFERENCES pull_requests(id) ON DELETE CASCADE,
  constraint pull_request_comments_pull_request_id_host_id_key UNIQUE (pull_request_id, host_id),
  constraint pull_request_comments_reply_to_fkey FOREIGN KEY (reply_to) REFERENCES pull_request_comments(id) ON DELETE CASCADE,
  constraint pull_request_comments_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES users(id),
  constraint pull_request_comments_side_check CHECK ((side = ANY (ARRAY['before'::text, 'after'::text]))),
  constraint pull_request_comments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX pull_request_comments_order ON pull_request_comments USING btree (pull_request_id, id);
CREATE INDEX pull_request_comments_pending ON pull_request_comments USING btree (user_id) WHERE is_pending;
CREATE INDEX pull_request_comments_replies ON pull_request_comments USING btree (reply_to);

create table pull_request_reviews (
  id integer not null generated always as identity,
  pull_request_id integer not null,
  user_id integer,
  by_name text not null,
  verdict text not null,
  text text not null default ''::text,
  commit_sha text,
  created_at timestamp with time zone not null default now(),
  host_id text,
  host_user text,
  constraint pull_request_reviews_pkey PRIMARY KEY (id),
  constraint pull_request_reviews_pull_request_id_fkey FOREIGN KEY (pull_request_id) REFERENCES pull_requests(id) ON DELETE CASCADE,
  constraint pull_request_reviews_pull_request_id_host_id_key UNIQUE (pull_request_id, host_id),
  constraint pull_request_reviews_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint pull_request_reviews_verdict_check CHECK ((verdict = ANY (ARRAY['approve'::text, 'request-changes'::text, 'comment'::text])))
);
CREATE INDEX pull_request_reviews_order ON pull_request_reviews USING btree (pull_request_id, id);

create table pull_requests (
  id integer not null generated always as identity,
  release_id integer not null,
  number integer not null,
  title text not null,
  body text not null default ''::text,
  state text not null default 'open'::text,
  status text not null default 'In review'::text,
  url text,
  opened_by integer,
  opened_by_name text not null,
  opened_at timestamp with time zone not null default now(),
  merge_sha text,
  merged_by_name text,
  merged_at timestamp with time zone,
  is_mergeable boolean,
  heard_at timestamp with time zone not null default now(),
  opened_by_host_user text,
  constraint pull_requests_pkey PRIMARY KEY (id),
  constraint pull_requests_check CHECK (((state = 'merged'::text) = (status = 'Merged'::text))),
  constraint pull_requests_check1 CHECK (((state = 'closed'::text) = (status = 'Closed'::text))),
  constraint pull_requests_number_key UNIQUE (number),
  constraint pull_requests_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES users(id),
  constraint pull_requests_release_id_fkey FOREIGN KEY (release_id) REFERENCES releases(id),
  constraint pull_requests_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text, 'merged'::text]))),
  constraint pull_requests_status_check CHECK ((status = ANY (ARRAY['In review'::text, 'Changes requested'::text, 'Approved'::text, 'Merged'::text, 'Closed'::text])))
);
CREATE UNIQUE INDEX pull_requests_open ON pull_requests USING btree (release_id) WHERE (state = 'open'::text);
CREATE INDEX pull_requests_release ON pull_requests USING btree (release_id, id DESC);
CREATE TRIGGER pull_requests_state BEFORE UPDATE OF state ON pull_requests FOR EACH ROW EXECUTE FUNCTION pull_requests_stay_merged();

create table rate_limits (
  name text not null,
  key text not null,
  taken integer not null,
  ends_at timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (name, key)
);
CREATE INDEX rate_limits_end ON rate_limits USING btree (ends_at);

create table recovery_codes (
  user_id integer not null,
  code_hash text not null,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table rehearsal_builds (
  rehearsal_id integer not null,
  environment_hash text not null,
  request jsonb,
  state text not null default 'open'::text,
  lock text,
  installed jsonb not null default '[]'::jsonb,
  error text,
  constraint rehearsal_builds_pkey PRIMARY KEY (rehearsal_id, environment_hash),
  constraint rehearsal_builds_rehearsal_id_fkey FOREIGN KEY (rehearsal_id) REFERENCES rehearsals(id) ON DELETE CASCADE,
  constraint rehearsal_builds_state_check CHECK ((state = ANY (ARRAY['open'::text, 'built'::text, 'failed'::text])))
);

create table rehearsal_lessons (
  rehearsal_id integer not null,
  lesson_id integer not null,
  environment_hash text not null,
  language_version text,
  content_hash text not null,
  is_same boolean not null default false,
  changes jsonb not null default '[]'::jsonb,
  constraint rehearsal_lessons_pkey PRIMARY KEY (rehearsal_id, lesson_id),
  constraint rehearsal_lessons_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id) ON DELETE CASCADE,
  constraint rehearsal_lessons_rehearsal_id_fkey FOREIGN KEY (rehearsal_id) REFERENCES rehearsals(id) ON DELETE CASCADE
);
CREATE INDEX rehearsal_lessons_lesson_id_idx ON rehearsal_lessons USING btree (lesson_id);

create table rehearsal_screens (
  rehearsal_id integer not null,
  screen_id integer not null,
  lesson_id integer not null,
  report jsonb,
  constraint rehearsal_screens_pkey PRIMARY KEY (rehearsal_id, screen_id),
  constraint rehearsal_screens_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id) ON DELETE CASCADE,
  constraint rehearsal_screens_rehearsal_id_fkey FOREIGN KEY (rehearsal_id) REFERENCES rehearsals(id) ON DELETE CASCADE,
  constraint rehearsal_screens_screen_id_fkey FOREIGN KEY (screen_id) REFERENCES screens(id) ON DELETE CASCADE
);
CREATE INDEX rehearsal_screens_lesson_id_idx ON rehearsal_screens USING btree (lesson_id);
CREATE INDEX rehearsal_screens_screen_id_idx ON rehearsal_screens USING btree (screen_id);

create table rehearsals (
  id integer not null generated always as identity,
  release_id integer not null,
  user_id integer,
  candidate jsonb not null,
  state text not null default 'waiting'::text,
  error text,
  is_planned boolean not null default false,
  started_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint rehearsals_pkey PRIMARY KEY (id),
  constraint rehearsals_release_id_fkey FOREIGN KEY (release_id) REFERENCES releases(id) ON DELETE CASCADE,
  constraint rehearsals_release_id_key UNIQUE (release_id),
  constraint rehearsals_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'stopped'::text, 'failed'::text]))),
  constraint rehearsals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table releases (
  id integer not null generated always as identity,
  name text not null,
  branch_name text not null,
  commit_sha text,
  is_main boolean not null default false,
  drafts_of integer,
  pushed_sha text,
  commit_error text,
  push_error text,
  deleted_remotely_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  detached_at timestamp with time zone,
  deleted_at timestamp with time zone,
  preflight_required boolean not null default false,
  closed_at timestamp with time zone,
  model_allowed boolean not null default false,
  constraint releases_pkey PRIMARY KEY (id),
  constraint releases_drafts_of_fkey FOREIGN KEY (drafts_of) REFERENCES users(id)
);
CREATE UNIQUE INDEX releases_branch ON releases USING btree (branch_name) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX releases_drafts ON releases USING btree (drafts_of) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX releases_one_main ON releases USING btree (is_main) WHERE is_main;

create table review_followers (
  pull_request_id integer not null,
  user_id integer not null,
  constraint review_followers_pkey PRIMARY KEY (pull_request_id, user_id),
  constraint review_followers_pull_request_id_fkey FOREIGN KEY (pull_request_id) REFERENCES pull_requests(id) ON DELETE CASCADE,
  constraint review_followers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX review_followers_user ON review_followers USING btree (user_id);

create table review_requests (
  pull_request_id integer not null,
  user_id integer not null,
  asked_by integer,
  asked_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  group_id integer,
  constraint review_requests_pkey PRIMARY KEY (pull_request_id, user_id),
  constraint review_requests_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint review_requests_group_id_fkey FOREIGN KEY (group_id) REFERENCES user_groups(id) ON DELETE SET NULL,
  constraint review_requests_pull_request_id_fkey FOREIGN KEY (pull_request_id) REFERENCES pull_requests(id) ON DELETE CASCADE,
  constraint review_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX review_requests_group ON review_requests USING btree (group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX review_requests_waiting ON review_requests USING btree (user_id) WHERE (settled_at IS NULL);

create table revisions (
  id bigint not null generated always as identity,
  lesson_id integer,
  screen_id integer,
  revision integer not null,
  fields jsonb not null,
  message text,
  saved_by integer,
  saved_at timestamp with time zone not null default now(),
  course_id integer,
  path_id integer,
  step_id integer,
  constraint revisions_pkey PRIMARY KEY (id),
  constraint revisions_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses(id),
  constraint revisions_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id),
  constraint revisions_path_id_fkey FOREIGN KEY (path_id) REFERENCES paths(id),
  constraint revisions_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id),
  constraint revisions_screen_id_fkey FOREIGN KEY (screen_id) REFERENCES screens(id),
  constraint revisions_step_id_fkey FOREIGN KEY (step_id) REFERENCES steps(id),
  constraint revisions_subject CHECK ((num_nonnulls(lesson_id, screen_id, course_id, path_id, step_id) = 1))
);
CREATE UNIQUE INDEX revisions_course ON revisions USING btree (course_id, revision) WHERE (course_id IS NOT NULL);
CREATE UNIQUE INDEX revisions_lesson ON revisions USING btree (lesson_id, revision) WHERE (lesson_id IS NOT NULL);
CREATE UNIQUE INDEX revisions_path ON revisions USING btree (path_id, revision) WHERE (path_id IS NOT NULL);
CREATE UNIQUE INDEX revisions_screen ON revisions USING btree (screen_id, revision) WHERE (screen_id IS NOT NULL);
CREATE UNIQUE INDEX revisions_step ON revisions USING btree (step_id, revision) WHERE (step_id IS NOT NULL);

create table run_sessions (
  id uuid not null,
  user_id integer not null,
  lesson_id integer not null,
  program text not null,
  runner_name text not null,
  path_secret text not null,
  created_at timestamp with time zone not null default now(),
  constraint run_sessions_pkey PRIMARY KEY (id),
  constraint run_sessions_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id),
  constraint run_sessions_path_secret_key UNIQUE (path_secret),
  constraint run_sessions_program_check CHECK ((program = ANY (ARRAY['interpreter'::text, 'jupyterlab'::text]))),
  constraint run_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX run_sessions_owner ON run_sessions USING btree (user_id, lesson_id, program);

create table runs (
  id uuid not null,
  user_id integer not null,
  lesson_id integer not null,
  screen_id integer not null,
  stream_id uuid,
  runner_name text not null,
  session_id text not null,
  state text not null default 'queued'::text,
  result jsonb,
  error text,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  input jsonb,
  starts integer not null default 0,
  server_id uuid,
  constraint runs_pkey PRIMARY KEY (id),
  constraint runs_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id),
  constraint runs_screen_id_fkey FOREIGN KEY (screen_id) REFERENCES screens(id),
  constraint runs_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'stopped'::text, 'lost'::text]))),
  constraint runs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX runs_age ON runs USING btree (created_at);
CREATE INDEX runs_screen ON runs USING btree (screen_id, user_id, created_at DESC);

create table saved_searches (
  id integer not null generated always as identity,
  user_id integer not null,
  name text not null,
  query jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint saved_searches_pkey PRIMARY KEY (id),
  constraint saved_searches_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table saved_views (
  id integer not null generated always as identity,
  user_id integer not null,
  page text not null,
  name text not null,
  filters jsonb not null,
  is_shared boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX saved_views_name ON saved_views USING btree (user_id, page, lower(name));
CREATE INDEX saved_views_shared ON saved_views USING btree (id) WHERE is_shared;

create table screen_gates (
  screen_id integer not null,
  revision integer not null,
  answer_passes boolean,
  initial_fails boolean,
  warnings jsonb not null default '[]'::jsonb,
  answer_ms integer,
  fingerprint text,
  has_unsettled_rows boolean not null default false,
  constraint screen_gates_pkey PRIMARY KEY (screen_id),
  constraint screen_gates_screen_id_fkey FOREIGN KEY (screen_id) REFERENCES screens(id)
);

create table screen_items (
  id integer not null generated always as identity,
  screen_id integer not null,
  kind text not null,
  uuid uuid not null,
  constraint screen_items_pkey PRIMARY KEY (id),
  constraint screen_items_kind_check CHECK ((kind = ANY (ARRAY['question'::text, 'skill'::text]))),
  constraint screen_items_screen_id_fkey FOREIGN KEY (screen_id) REFERENCES screens(id) ON DELETE CASCADE,
  constraint screen_items_screen_id_kind_uuid_key UNIQUE (screen_id, kind, uuid)
);

create table screen_tests (
  id integer not null generated always as identity,
  screen_id integer not null,
  slug text not null,
  status text,
  result jsonb,
  fingerprint text,
  constraint screen_tests_pkey PRIMARY KEY (id),
  constraint screen_tests_screen_id_fkey FOREIGN KEY (screen_id) REFERENCES screens(id),
  constraint screen_tests_status_check CHECK ((status = ANY (ARRAY['Done'::text, 'Run Error'::text, 'Internal Error'::text])))
);
CREATE UNIQUE INDEX screen_tests_slug ON screen_tests USING btree (screen_id, slug);

create table screens (
  id integer not null generated always as identity,
  uuid uuid not null,
  lesson_id integer not null,
  folder text not null,
  sequence integer not null,
  title text not null,
  type text not null,
  fields jsonb not null,
  attached jsonb not null default '{}'::jsonb,
  content_hash text not null,
  revision integer not null default 1,
  updated_by integer,
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  constraint screens_pkey PRIMARY KEY (id),
  constraint screens_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id),
  constraint screens_sequence_check CHECK ((sequence >= 1)),
  constraint screens_type_check CHECK ((type = ANY (ARRAY['text'::text, 'code'::text, 'takeaways'::text]))),
  constraint screens_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id)
);
CREATE INDEX screens_lesson ON screens USING btree (lesson_id, sequence) WHERE (deleted_at IS NULL);
CREATE INDEX screens_trash ON screens USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE TRIGGER screens_inserted AFTER INSERT ON screens REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_screens();
CREATE TRIGGER screens_search_delete AFTER DELETE ON screens FOR EACH ROW EXECUTE FUNCTION queue_search_row('screen');
CREATE TRIGGER screens_search_insert AFTER INSERT ON screens REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION queue_search_rows('screen');
CREATE TRIGGER screens_search_update AFTER UPDATE OF content_hash, deleted_at, lesson_id ON screens FOR EACH ROW WHEN (((old.content_hash <> new.content_hash) OR (old.deleted_at IS DISTINCT FROM new.deleted_at) OR (old.lesson_id <> new.lesson_id))) EXECUTE FUNCTION queue_search_row('screen');
CREATE TRIGGER screens_updated AFTER UPDATE ON screens REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_screens();

create table search_queue (
  id bigint not null generated always as identity,
  document text not null,
  document_id integer not null,
  constraint search_queue_pkey PRIMARY KEY (id)
);

create table search_texts (
  id bigint not null generated always as identity,
  document text not null,
  document_id integer not null,
  lesson_id integer,
  screen_id integer,
  course_id integer,
  path_id integer,
  field text not null,
  kind text not null,
  label text not null,
  text text not null,
  constraint search_texts_pkey PRIMARY KEY (id),
  constraint search_texts_check CHECK ((num_nonnulls(lesson_id, course_id, path_id) = 1)),
  constraint search_texts_document_check CHECK ((document = ANY (ARRAY['lesson'::text, 'screen'::text, 'file'::text, 'comment'::text, 'course'::text, 'path'::text, 'step'::text])))
);
CREATE UNIQUE INDEX search_texts_field ON search_texts USING btree (document, document_id, field);
CREATE INDEX search_texts_lesson ON search_texts USING btree (lesson_id) WHERE (lesson_id IS NOT NULL);
CREATE INDEX search_texts_trigrams ON search_texts USING gin (replace(lower((text COLLATE "C")), '_'::text, 'q'::text) gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='2048') WHERE ((COALESCE(lesson_id, 0) % 8) = 0);
CREATE INDEX search_texts_trigrams_1 ON search_texts USING gin (replace(lower((text COLLATE "C")), '_'::text, 'q'::text) gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='2048') WHERE ((COALESCE(lesson_id, 0) % 8) = 1);
CREATE INDEX search_texts_trigrams_2 ON search_texts USING gin (replace(lower((text COLLATE "C")), '_'::text, 'q'::text) gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='2048') WHERE ((COALESCE(lesson_id, 0) % 8) = 2);
CREATE INDEX search_texts_trigrams_3 ON search_texts USING gin (replace(lower((text COLLATE "C")), '_'::text, 'q'::text) gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='2048') WHERE ((COALESCE(lesson_id, 0) % 8) = 3);
CREATE INDEX search_texts_trigrams_4 ON search_texts USING gin (replace(lower((text COLLATE "C")), '_'::text, 'q'::text) gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='2048') WHERE ((COALESCE(lesson_id, 0) % 8) = 4);
CREATE INDEX search_texts_trigrams_5 ON search_texts USING gin (replace(lower((text COLLATE "C")), '_'::text, 'q'::text) gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='2048') WHERE ((COALESCE(lesson_id, 0) % 8) = 5);
CREATE INDEX search_texts_trigrams_6 ON search_texts USING gin (replace(lower((text COLLATE "C")), '_'::text, 'q'::text) gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='2048') WHERE ((COALESCE(lesson_id, 0) % 8) = 6);
CREATE INDEX search_texts_trigrams_7 ON search_texts USING gin (replace(lower((text COLLATE "C")), '_'::text, 'q'::text) gin_trgm_ops) WITH (fastupdate='on', gin_pending_list_limit='2048') WHERE ((COALESCE(lesson_id, 0) % 8) = 7);

create table second_factors (
  id bigint not null generated always as identity,
  user_id integer not null,
  kind text not null,
  name text not null,
  credential_id text,
  data jsonb not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint second_factors_pkey PRIMARY KEY (id),
  constraint second_factors_check CHECK (((kind = 'passkey'::text) = (credential_id IS NOT NULL))),
  constraint second_factors_credential_id_key UNIQUE (credential_id),
  constraint second_factors_kind_check CHECK ((kind = ANY (ARRAY['totp'::text, 'passkey'::text]))),
  constraint second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX second_factors_user ON second_factors USING btree (user_id);

create table servers (
  id uuid not null,
  url text not null,
  role text not null,
  version text not null,
  blobs text not null,
  started_at timestamp with time zone not null default now(),
  heartbeat_at timestamp with time zone not null default now(),
  constraint servers_pkey PRIMARY KEY (id),
  constraint servers_role_check CHECK ((role = ANY (ARRAY['all'::text, 'web'::text, 'git'::text])))
);

create table sessions (
  id_hash text not null,
  user_id integer,
  data jsonb not null,
  expires_at timestamp with time zone not null,
  constraint sessions_pkey PRIMARY KEY (id_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_expiry ON sessions USING btree (expires_at);
CREATE INDEX sessions_user ON sessions USING btree (user_id);

create table settings (
  key text not null,
  value jsonb not null,
  constraint settings_pkey PRIMARY KEY (key)
);

create table shared_environments (
  key text not null,
  platform text not null,
  sha256 text not null,
  used_at timestamp with time zone not null default now(),
  constraint shared_environments_pkey PRIMARY KEY (key, platform)
);

create table steps (
  id integer not null generated always as identity,
  uuid uuid not null,
  release_id integer not null,
  path_id integer,
  sequence integer,
  fields jsonb not null,
  courses jsonb not null default '[]'::jsonb,
  revision integer not null default 1,
  updated_by integer,
  updated_at timestamp with time zone not null default now(),
  constraint steps_pkey PRIMARY KEY (id),
  constraint steps_check CHECK (((path_id IS NULL) = (sequence IS NULL))),
  constraint steps_path_id_fkey FOREIGN KEY (path_id) REFERENCES paths(id),
  constraint steps_release_id_fkey FOREIGN KEY (release_id) REFERENCES releases(id),
  constraint steps_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id)
);
CREATE INDEX steps_loose ON steps USING btree (updated_at) WHERE (path_id IS NULL);
CREATE INDEX steps_path ON steps USING btree (path_id, sequence) WHERE (path_id IS NOT NULL);
CREATE TRIGGER steps_deleted AFTER DELETE ON steps REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_steps();
CREATE TRIGGER steps_inserted AFTER INSERT ON steps REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_steps();
CREATE TRIGGER steps_search AFTER INSERT OR DELETE OR UPDATE OF fields, path_id ON steps FOR EACH ROW EXECUTE FUNCTION queue_search_row('step');
CREATE TRIGGER steps_updated AFTER UPDATE ON steps REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_steps();

create table text_encodings (
  sha256 text not null,
  encoding text,
  measured_at timestamp with time zone not null default now(),
  constraint text_encodings_pkey PRIMARY KEY (sha256)
);

create table user_group_members (
  group_id integer not null,
  user_id integer not null,
  constraint user_group_members_pkey PRIMARY KEY (group_id, user_id),
  constraint user_group_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES user_groups(id) ON DELETE CASCADE,
  constraint user_group_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX user_group_members_user ON user_group_members USING btree (user_id);

create table user_groups (
  id integer not null generated always as identity,
  name text not null,
  constraint user_groups_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX user_groups_name ON user_groups USING btree (lower(name));

create table users (
  id integer not null generated always as identity,
  email text not null,
  name text,
  role text not null,
  password_hash text,
  created_at timestamp with time zone not null default now(),
  revoked_at timestamp with time zone,
  staff_by_settings boolean not null default false,
  last_seen_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'lead'::text, 'staff'::text, 'reviewer'::text, 'author'::text, 'external'::text])))
);
CREATE UNIQUE INDEX users_email ON users USING btree (lower(email));

create table version_documents (
  hash bytea not null,
  document jsonb not null,
  constraint version_documents_pkey PRIMARY KEY (hash)
);

create table versions (
  id bigint not null generated always as identity,
  save_id uuid not null,
  lesson_id integer,
  course_id integer,
  path_id integer,
  part text not null,
  title text not null,
  is_deleted boolean not null,
  fields_hash bytea not null,
  attached_hash bytea,
  order_hash bytea,
  folder text,
  sha256 text,
  size bigint,
  cause text not null,
  saved_by integer,
  saved_at timestamp with time zone not null default now(),
  change_id bigint,
  commit_sha text,
  git_author text,
  restored_from bigint,
  constraint versions_pkey PRIMARY KEY (id),
  constraint versions_cause_check CHECK ((cause = ANY (ARRAY['before'::text, 'page'::text, 'git'::text, 'merge'::text, 'import'::text, 'replace'::text, 'bulk'::text, 'restore'::text]))),
  constraint versions_change_id_fkey FOREIGN KEY (change_id) REFERENCES changes(id),
  constraint versions_course_id_fkey FOREIGN KEY (course_id) REFERENCES courses(id) ON DELETE CASCADE,
  constraint versions_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons(id) ON DELETE CASCADE,
  constraint versions_path_id_fkey FOREIGN KEY (path_id) REFERENCES paths(id) ON DELETE CASCADE,
  constraint versions_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id),
  constraint versions_subject CHECK ((num_nonnulls(lesson_id, course_id, path_id) = 1))
);
CREATE INDEX versions_course ON versions USING btree (course_id, id DESC) WHERE (course_id IS NOT NULL);
CREATE INDEX versions_lesson ON versions USING btree (lesson_id, id DESC) WHERE (lesson_id IS NOT NULL);
CREATE INDEX versions_part ON versions USING btree (COALESCE(lesson_id, 0), COALESCE(course_id, 0), COALESCE(path_id, 0), part, id DESC);
CREATE INDEX versions_path ON versions USING btree (path_id, id DESC) WHERE (path_id IS NOT NULL);
CREATE UNIQUE INDEX versions_save ON versions USING btree (save_id, COALESCE(lesson_id, 0), COALESCE(course_id, 0), COALESCE(path_id, 0), part);
