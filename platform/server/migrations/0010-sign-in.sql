-- Sign-in through a provider (OpenID Connect, GitHub): the accounts linked to users, and sign-ins in progress.

-- Staff from the settings (LESSONWRIGHT_STAFF); they lose access when the settings no longer list them. Revoking a user
-- clears the flag, so that the settings don't restore them.
alter table users add column staff_by_settings boolean not null default false;

create table identities (
  issuer       text not null,
  -- The provider's own id of the account, which never changes, unlike an address.
  subject      text not null,
  user_id      integer not null references users (id) on delete cascade,
  -- The last address that the provider reported, for display.
  email        text not null,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (issuer, subject)
);
-- One account per user and provider: a new holder of an address is not the old user.
create unique index identities_user on identities (user_id, issuer);

create table login_attempts (
  -- Hash of the secret in the browser's cookie.
  id_hash       text primary key,
  provider      text not null,
  state         text not null,
  nonce         text not null,
  code_verifier text not null,
  expires_at    timestamptz not null
);
create index login_attempts_expiry on login_attempts (expires_at);
