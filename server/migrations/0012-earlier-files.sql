-- The hashes that a file had before, the newest first: a text that began from one of them may be shown to whoever edits the file.
alter table lesson_files add column earlier_hashes jsonb not null default '[]';
