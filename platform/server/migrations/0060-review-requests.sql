-- Who is asked to review a pull request. Settled: they answered, or the work is done without them.
create table review_requests (
  pull_request_id integer not null references pull_requests (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  asked_by integer references users (id) on delete set null,
  asked_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (pull_request_id, user_id)
);
create index review_requests_waiting on review_requests (user_id) where settled_at is null;

-- Who is notified of what happens in a pull request without having opened it.
create table review_followers (
  pull_request_id integer not null references pull_requests (id) on delete cascade,
  user_id integer not null references users (id) on delete cascade,
  primary key (pull_request_id, user_id)
);
create index review_followers_user on review_followers (user_id);

-- What a notification asks for is done: the inbox and the digest leave it out.
alter table notifications add column settled_at timestamptz;
