-- Tokens of assistants may only read, try and propose (`forAssistants` of a route).
alter table personal_tokens add column is_for_assistants boolean not null default false;
