-- How long the answer ran when a saved screen was checked, in milliseconds; null: not known.
alter table screen_gates add column answer_ms integer;

-- How far the colors of images differ from their background, by the hash of the file.
create table image_contrasts (
  sha256      text primary key,
  -- The highest contrast (WCAG) of a color to the background; null: it can't be computed.
  ratio       real,
  measured_at timestamptz not null default now()
);
