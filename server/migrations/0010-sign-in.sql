-- Signing in through a provider (OpenID Connect, GitHub): who is known by which account there, and sign-ins under way.

-- Staff whom the settings let in (LESSONWRIGHT_STAFF); they go when the settings no longer name them. Whom somebody
-- revoked loses the mark, so that the settings do not bring them back.
alter table users add column staff_by_settings boolean not null default false;

create table identities (
  issuer       text not null,
  -- The provider's own name of the account, which never changes, as an address may.
  subject      text not null,
  user_id      integer not null references users (id) on delete cascade,
  -- The address that the provider told last, for people to read.
  email        text not null,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (issuer, subject)
);
-- One account for each person and provider: whoever inherits somebody's address does not inherit the person.
create unique index identities_user on identities (user_id, issuer);

create table login_attempts (
  -- Of the secret in the browser's cookie.
  id_hash       text primary key,
  provider      text not null,
  state         text not null,
  nonce         text not null,
  code_verifier text not null,
  expires_at    timestamptz not null
);
create index login_attempts_expiry on login_attempts (expires_at);
