-- Up to when the events of each payment provider were listed, so that those whose webhook was lost are found.
create table payment_listings (
  provider text primary key,
  listed_until timestamptz(3) not null
);
-- For the first listing: the first purchase of a provider.
create index purchases_provider on purchases (provider, created_at);
