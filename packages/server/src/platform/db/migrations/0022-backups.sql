-- The results of backups, and an order of events that goes on after a backup is restored into another cluster.
create table backup_runs (
  id uuid primary key,
  started_at timestamptz(3) not null default now(),
  -- Null while it runs, and for ever if its process was killed.
  finished_at timestamptz(3),
  location text not null,
  bytes bigint,
  error text
);
create index backup_runs_time on backup_runs (started_at);

-- Positions of events are transaction ids. Those of another cluster may be lower than what readers have seen already.
create table event_positions (
  one boolean primary key default true check (one),
  ahead bigint not null default 0
);
insert into event_positions default values;
