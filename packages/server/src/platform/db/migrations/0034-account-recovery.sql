-- Links that are sent by mail, verified addresses, and what is needed to notice and to slow down log-ins by others.
alter table users add column email_verified_at timestamptz(3);
create table account_links (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('reset', 'verify')),
  -- To which the link was sent.
  email text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index account_links_user on account_links (user_id, purpose, created_at);
create index account_links_expiry on account_links (expires_at);

-- When the owner last proved to be the owner in this browser.
alter table sessions add column authenticated_at timestamptz(3) not null default now();
update sessions set authenticated_at = created_at;

create table known_devices (
  user_id uuid not null references users on delete cascade,
  -- Of the kind of browser and its network.
  device_hash bytea not null,
  last_used_at timestamptz(3) not null default now(),
  primary key (user_id, device_hash)
);
create table login_failures (
  -- An account, or a login that no account has: both are slowed down in the same way.
  key text primary key,
  failures integer not null,
  last_failed_at timestamptz(3) not null default now()
);
