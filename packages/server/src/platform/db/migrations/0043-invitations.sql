-- Links with which accounts can be created. Who used them is in the audit log.
create table invitations (
  id uuid primary key,
  token_hash bytea not null unique,
  note text,
  max_uses integer not null,
  uses integer not null default 0,
  -- Null: by the command line, or by an account that was deleted since.
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index invitations_created on invitations (created_at desc, id desc);
create index invitations_creator on invitations (created_by) where created_by is not null;
