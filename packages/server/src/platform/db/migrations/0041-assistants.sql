-- Programs that get a token with OAuth: a grant is a token with a refresh token. And the calls of assistants.
create table oauth_clients (
  id uuid primary key,
  name text not null,
  redirect_uris text[] not null,
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3)
);
create index oauth_clients_unused on oauth_clients (created_at) where used_at is null;
create table oauth_codes (
  code_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  client_id text not null,
  client_name text not null,
  redirect_uri text not null,
  code_challenge text not null,
  scopes text[] not null,
  expires_at timestamptz(3) not null
);
create index oauth_codes_expiry on oauth_codes (expires_at);
create index oauth_codes_user on oauth_codes (user_id);
alter table api_tokens add column oauth_client_id text, add column refresh_hash bytea,
  add column former_refresh_hash bytea, add column refresh_expires_at timestamptz(3);
create unique index api_tokens_refresh on api_tokens (refresh_hash) where refresh_hash is not null;
create unique index api_tokens_former_refresh on api_tokens (former_refresh_hash)
  where former_refresh_hash is not null;
create table agent_calls (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  client_name text not null,
  tool text not null,
  post_id uuid,
  is_error boolean not null,
  created_at timestamptz(3) not null default now()
);
create index agent_calls_user on agent_calls (user_id, created_at desc, id desc);
