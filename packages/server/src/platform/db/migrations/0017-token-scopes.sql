-- What a token may do, and requests of programs for a token, which their owner approves in the browser.

-- Null is everything: tokens that were issued before keep all their rights.
alter table api_tokens add column scopes text[];

create table device_codes (
  device_code_hash bytea primary key,
  user_code_hash bytea not null unique,
  client_name text not null,
  scopes text[],
  status text not null default 'pending' check (status in ('pending', 'approved', 'refused')),
  user_id uuid references users on delete cascade,
  last_polled_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  check ((status = 'approved') = (user_id is not null))
);
create index device_codes_expiry on device_codes (expires_at);
create index device_codes_user on device_codes (user_id) where user_id is not null;
