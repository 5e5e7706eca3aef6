-- A webhook's queue is leased to one node at a time. Only that node knows which deliveries are being sent, so that
-- claiming one writes nothing: each is written once, after its attempt.
alter table webhooks add column lease_token uuid, add column lease_until timestamptz(3);
-- Deliveries that an older release had claimed are due now, not at the end of their lease.
update deliveries set due_at = now(), lease_token = null where due_at is not null and lease_token is not null;
-- Only pings are leased individually now, and those are few.
drop index deliveries_leased;
create index deliveries_pinging on deliveries (created_at) where lease_token is not null;
