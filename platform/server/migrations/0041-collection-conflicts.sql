-- What was imported before the last version, while changes of both sides are not decided. Null: nothing is left to decide.
alter table collection_documents add column conflict_base jsonb;
