-- The outbox of mails, addresses that cannot be reached, and the language in which an account gets its mails.
create table mails (
  id uuid primary key,
  user_id uuid references users on delete cascade,
  address text not null,
  kind text not null,
  -- Lower first: a password reset does not wait behind ten thousand notices of a new post.
  priority smallint not null default 1,
  -- Encrypted, because it may have a link that logs in. Null once the mail was sent.
  content bytea,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'uncertain', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  lease_token uuid,
  lease_until timestamptz(3),
  -- Set before the first byte of the message is sent: from then on the mail server may have accepted it.
  handed_over_at timestamptz(3),
  error text,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3)
);
create index mails_due on mails (priority, due_at) where state = 'queued';
create index mails_leased on mails (lease_until) where state = 'sending';
create index mails_age on mails (created_at);
create index mails_user on mails (user_id) where user_id is not null;
create index mails_address on mails (lower(address)) where state = 'queued';

create table undeliverable_addresses (
  -- In lower case.
  address text primary key,
  reason text not null,
  created_at timestamptz(3) not null default now()
);

alter table users add column language text check (language in ('en', 'ja'));
