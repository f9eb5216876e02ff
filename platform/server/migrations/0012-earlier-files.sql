-- The hashes a file had before, newest first: a user who edits the file may be shown earlier texts.
alter table lesson_files add column earlier_hashes jsonb not null default '[]';
