-- Datasets (features/datasets/contract/datasets.ts): named collections of files in versions that never change.

create table datasets (
  id          integer generated always as identity primary key,
  name        text not null check (btrim(name) <> ''),
  description text not null check (btrim(description) <> ''),
  created_by  integer references users (id),
  created_at  timestamptz not null default now(),
  archived_at timestamptz
);
-- Names are folders, and some systems ignore case.
create unique index datasets_name on datasets (lower(name));

create table dataset_versions (
  id          integer generated always as identity primary key,
  dataset_id  integer not null references datasets (id),
  -- Git tree hash of the files.
  hash        text not null check (hash ~ '^[0-9a-f]{40}$'),
  description text not null,
  -- Of all files together.
  bytes       bigint not null,
  created_by  integer references users (id),
  created_at  timestamptz not null default now()
);
create index dataset_versions_dataset on dataset_versions (dataset_id, id);

create table dataset_files (
  version_id integer not null references dataset_versions (id) on delete cascade,
  -- With folders, '/' as separator.
  path       text not null,
  -- Of the bytes in the blob store.
  sha256     text not null,
  size       bigint not null,
  primary key (version_id, path)
);

-- Uploads in progress; the chunks are in the data folder below uploads/{id}.
create table dataset_uploads (
  id          uuid primary key,
  user_id     integer not null references users (id),
  -- Null: a new dataset.
  dataset_id  integer references datasets (id),
  name        text not null,
  description text not null,
  -- DatasetFileInfo[]
  files       jsonb not null,
  -- The resulting version.
  version_id  integer references dataset_versions (id),
  created_at  timestamptz not null default now(),
  -- Time of its last chunk.
  touched_at  timestamptz not null default now()
);
create index dataset_uploads_age on dataset_uploads (touched_at);

-- Few lessons use datasets, and their documents are long: the index finds users without reading the others.
create index lessons_datasets on lessons (id) where attached -> 'datasets' <> '[]'::jsonb;
