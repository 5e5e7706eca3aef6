-- Counts of rate limits that several processes share. After a crash of the database they may start at 0.
create unlogged table rate_limit_windows (
  key text primary key,
  window_ms integer not null,
  calls integer not null,
  started_at timestamptz not null default now()
);
