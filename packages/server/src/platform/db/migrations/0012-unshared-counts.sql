-- A list has as many count rows as were ever needed at the same time: a writer uses any unlocked row, or adds one. So
-- concurrent publications never wait for each other.
alter table listing_counts
  drop constraint listing_counts_pkey, drop column part, add column id bigint generated always as identity primary key;
-- Without the count, which changes: so an update touches no index (HOT), and the old row is pruned when the page is
-- read.
create index listing_counts_scope on listing_counts (scope);
alter table listing_counts set (fillfactor = 50);
-- A trigger deletes a post's rows before the post. A foreign key would check the post for each of its lists.
alter table listings drop constraint listings_post_id_fkey;
