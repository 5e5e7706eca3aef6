-- Codes that set a new password, for owners who cannot log in and get no mail. A used one is deleted.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, code_hash)
);
