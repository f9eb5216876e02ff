-- Why staff deployed a lesson although answers fail their own checks; null: nobody said so.
alter table deploys add column anyway text;
-- It failed, and nothing but failing answers was in the way.
alter table deploys add column only_answers_fail boolean not null default false;
