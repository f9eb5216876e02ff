-- Comments that wait for their author's review to be submitted, and comments that were edited or deleted.

alter table pull_request_comments
  -- Only its author sees it.
  add column is_pending boolean not null default false,
  add column edited_at timestamptz,
  -- Its text is gone; it stays because it has replies.
  add column deleted_at timestamptz,
  add check (not is_pending or (user_id is not null and reply_to is null and host_id is null));
create index pull_request_comments_pending on pull_request_comments (user_id) where is_pending;
