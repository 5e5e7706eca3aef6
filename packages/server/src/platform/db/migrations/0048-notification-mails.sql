-- Which notifications come by mail, and up to when they have been mailed.
create table mail_settings (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  wanted boolean not null,
  -- What happened before somebody asked for mails is not mailed.
  changed_at timestamptz(3) not null default now(),
  primary key (user_id, kind)
);
create table mail_digests (
  user_id uuid not null references users on delete cascade,
  topic text not null,
  mailed_until timestamptz(3) not null,
  mailed_at timestamptz(3) not null,
  primary key (user_id, topic)
);
