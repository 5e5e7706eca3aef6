-- Keys of devices and password managers with which owners log in, and what these have to sign.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  -- Of the key itself, 0 if it counts nothing. A smaller count than before would be that of a copied key.
  sign_count double precision not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_user on passkeys (user_id);
create table passkey_challenges (
  challenge_hash bytea primary key,
  -- Null: to log in or to confirm a session. Otherwise: to add a passkey to this account.
  user_id uuid references users on delete cascade,
  expires_at timestamptz(3) not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
