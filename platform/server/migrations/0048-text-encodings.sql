-- What preflight found in text files once: whether they are UTF-8, else which encoding they probably have.
create table text_encodings (
  sha256       text primary key,
  encoding     text,
  measured_at  timestamptz not null default now()
);
