create table webhooks (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  url text not null,
  event_types text[] not null,
  status text not null default 'active' check (status in ('active', 'disabled')),
  description text,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_expires_at timestamptz(3),
  consecutive_failures integer not null default 0,
  -- Grows at each re-enabling: what was sent before must not count afterwards.
  epoch integer not null default 0,
  disabled_at timestamptz(3),
  disabled_reason text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index webhooks_user on webhooks (user_id, created_at);

-- A ping is an event without a post.
alter table events alter column post_id drop not null;

-- These rows are the queue: due_at is the time of the next attempt; during an attempt, it is the end of its lease.
create table deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references webhooks on delete cascade,
  event_row uuid not null references events,
  event text not null,
  event_id text not null,
  status text not null default 'pending' check (status in ('pending', 'retrying', 'success', 'failed')),
  due_at timestamptz(3),
  lease_token uuid,
  attempt_count integer not null default 0,
  -- Attempts before the last redelivery; the retry plan begins anew after it.
  attempts_before integer not null default 0,
  attempts jsonb not null default '[]',
  http_status integer,
  response_time_ms integer,
  error text,
  response_body text,
  created_at timestamptz(3) not null default now(),
  last_attempt_at timestamptz(3),
  delivered_at timestamptz(3),
  check (due_at is null or status in ('pending', 'retrying'))
);
create index deliveries_queue on deliveries (webhook_id, due_at) where due_at is not null;
create index deliveries_leased on deliveries (webhook_id) where lease_token is not null;
create index deliveries_log on deliveries (webhook_id, created_at desc, id desc);
create index deliveries_status on deliveries (webhook_id, status, created_at desc, id desc);
create index deliveries_event on deliveries (event_row);
create index deliveries_age on deliveries (created_at);
create index events_age on events (created_at);
