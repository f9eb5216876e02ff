-- What a build changed, and what the lesson's answers did with it.
alter table builds add column changed jsonb not null default '[]';
-- Null: the answers were not run, or not yet.
alter table builds add column answers jsonb;
