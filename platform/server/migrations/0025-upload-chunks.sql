-- Chunks of unfinished dataset uploads where several servers share a bucket: their bytes are there, so any server can continue an upload.
create table dataset_upload_chunks (
  upload_id uuid not null references dataset_uploads (id) on delete cascade,
  -- Index of the file in the upload, and of the chunk in the file.
  file      integer not null,
  chunk     integer not null,
  sha256    text not null,
  size      bigint not null,
  primary key (upload_id, file, chunk)
);
