-- Roles of accounts, and the set-up of an installation that has none yet.
alter table users add column role text not null default 'user' check (role in ('user', 'admin'));
create table site_setup (
  only_row boolean primary key default true check (only_row),
  -- The token of the set-up link is derived from it and the secret key, so all nodes show the same link.
  nonce uuid not null default gen_random_uuid(),
  -- When the first account was created. It stays, even if all accounts are deleted later.
  done_at timestamptz(3)
);
insert into site_setup (done_at) select case when exists (select from users) then now() end;
