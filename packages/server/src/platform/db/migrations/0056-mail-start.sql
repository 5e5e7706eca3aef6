-- What happened earlier is not mailed. A restore creates the table anew, so that a restored installation does not
-- mail again what was mailed after the backup.
create table mail_start (
  only_row boolean primary key default true check (only_row),
  since timestamptz(3) not null default now()
);
insert into mail_start default values;
