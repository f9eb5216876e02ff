-- Roles between external authors and staff, and between staff and owners.
alter table users drop constraint users_role_check;
alter table users add constraint users_role_check check (role in ('owner', 'lead', 'staff', 'reviewer', 'author', 'external'));
