-- Collections of documents that were imported as a course. A newer version is merged three-way: what was imported before is the base.
create table collections (
  id            integer generated always as identity primary key,
  title         text not null,
  -- Null: uploaded files.
  git_url       text,
  -- Empty: the repository's own main branch.
  git_branch    text not null,
  git_commit    text,
  -- How its code was imported: a newer version is converted the same way.
  code          text not null,
  earlier_code  boolean not null,
  -- Below courses/ on the branch, and its files as they were imported.
  course_folder text not null,
  course        jsonb not null,
  -- The release of the last import.
  release_id    integer not null references releases (id),
  imported_by   integer references users (id),
  imported_at   timestamptz not null default now()
);

create table collection_documents (
  id            integer generated always as identity primary key,
  collection_id integer not null references collections (id) on delete cascade,
  -- Below the collection.
  path          text not null,
  -- Its lesson: below lessons/ on the branch, and the files as they were imported, by path. Texts, or hashes of other files.
  folder        text not null,
  lesson        jsonb not null,
  unique (collection_id, path)
);
