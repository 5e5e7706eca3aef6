-- The set-up is open as long as there is no admin.
alter table site_setup drop column done_at;
-- A log-in does not undo the deletion of an account by an operator.
alter table users add column deleted_by_operator boolean not null default false;
