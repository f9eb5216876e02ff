-- Second factors of accounts with passwords.

create table second_factors (
  id            bigint generated always as identity primary key,
  user_id       integer not null references users (id) on delete cascade,
  kind          text not null check (kind in ('totp', 'passkey')),
  name          text not null,
  -- Of a passkey: the id by which it presents itself.
  credential_id text unique,
  -- Of an authenticator app: its secret and the last step that was used. Of a passkey: its public key, counter and transports.
  data          jsonb not null,
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz,
  check ((kind = 'passkey') = (credential_id is not null))
);
create index second_factors_user on second_factors (user_id);

create table recovery_codes (
  user_id   integer not null references users (id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

-- Exchanges with a browser that are under way: a sign-in whose password was right, a passkey that is being added or used. A cookie
-- holds the secret.
create table pending_proofs (
  id_hash    text primary key,
  purpose    text not null check (purpose in ('sign-in', 'passkey-sign-in', 'add-passkey')),
  user_id    integer references users (id) on delete cascade,
  challenge  text,
  expires_at timestamptz not null
);
create index pending_proofs_user on pending_proofs (user_id);
create index pending_proofs_expiry on pending_proofs (expires_at);
