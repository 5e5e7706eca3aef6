-- Refusals of addresses that are not certain yet, mails counted by their recipients, and links that no mail has sent.
alter table undeliverable_addresses add column is_certain boolean not null default true;
create index mails_recipient on mails (lower(address), created_at);
drop index mails_address;
alter table account_links alter column email drop not null;
