-- When a user last called with a session or a token, to about ten minutes; null: never.
alter table users add column last_seen_at timestamptz;
update users u set last_seen_at = greatest(
  (select max(coalesce(s.data->>'used_at', s.data->>'started_at')::timestamptz) from sessions s where s.user_id = u.id),
  (select max(t.last_used_at) from personal_tokens t where t.user_id = u.id)
);
