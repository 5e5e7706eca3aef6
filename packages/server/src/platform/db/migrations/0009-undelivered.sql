-- Unfinished deliveries are in a separate table besides the log, with everything that is searched for: a successful
-- delivery is removed from it. So recording a result changes no index of the log, which was most of that work.
create table undelivered (
  delivery_id uuid primary key references deliveries on delete cascade,
  webhook_id uuid not null,
  status text not null default 'pending' check (status in ('pending', 'retrying', 'failed')),
  due_at timestamptz(3),
  -- Of a ping that is being sent: it is in no queue, and nobody else may finish it.
  lease_token uuid,
  created_at timestamptz(3) not null,
  check (due_at is null or status in ('pending', 'retrying'))
);
insert into undelivered
select id, webhook_id, status, due_at, lease_token, created_at from deliveries where status <> 'success';
create index undelivered_queue on undelivered (webhook_id, due_at) where due_at is not null;
create index undelivered_log on undelivered (webhook_id, status, created_at desc, delivery_id desc);
create index undelivered_pinging on undelivered (created_at) where lease_token is not null;
-- The indexes on them are dropped too.
alter table deliveries drop column status, drop column due_at, drop column lease_token;
-- Free space on each page for updated rows.
alter table deliveries set (fillfactor = 40);
