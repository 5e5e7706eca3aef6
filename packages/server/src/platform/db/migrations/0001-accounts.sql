create table users (
  id uuid primary key,
  username text not null,
  email text not null,
  password_hash text not null,
  display_name text not null,
  bio text,
  avatar_url text,
  plan text not null default 'free' check (plan in ('free', 'premium', 'pro_plus')),
  is_verified boolean not null default false,
  suspended_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index users_username_key on users (lower(username));
create unique index users_email_key on users (lower(email));

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table api_tokens (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  token_prefix text not null,
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index api_tokens_user on api_tokens (user_id, created_at);
-- One live token per name: issuing another one must revoke the old one first.
create unique index api_tokens_live_name on api_tokens (user_id, name) where revoked_at is null;

create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  key text not null,
  request_hash bytea not null,
  answer bytea,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table salons (
  id uuid primary key,
  name text not null,
  created_at timestamptz(3) not null default now()
);
create table salon_members (
  salon_id uuid not null references salons on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member')),
  created_at timestamptz(3) not null default now(),
  primary key (salon_id, user_id)
);
create index salon_members_user on salon_members (user_id);
