-- A comment that a learner sent from a link. Learners have no account: `user_id` is who made the link.
alter table comments add column is_from_learner boolean not null default false;
-- Who made the link may complete it.
alter table comments drop constraint comments_check1;
alter table comments add constraint comments_completed_by_another check (is_from_learner or completed_by is distinct from user_id);
