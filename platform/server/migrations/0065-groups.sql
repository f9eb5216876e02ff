-- Named groups of people: they give no rights, and are asked for reviews together.
create table user_groups (
  id integer generated always as identity primary key,
  name text not null
);
create unique index user_groups_name on user_groups (lower(name));
create table user_group_members (
  group_id integer not null references user_groups (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  primary key (group_id, user_id)
);
create index user_group_members_user on user_group_members (user_id);

-- The group that a user was asked with; null: alone, or the group is gone.
alter table review_requests add column group_id integer references user_groups (id) on delete set null;
create index review_requests_group on review_requests (group_id) where group_id is not null;
