-- The applied files of `db/functions`, and the functions that each of them created. Functions of earlier migrations
-- are recorded like a removed file, so that they are dropped when the files are applied for the first time.
create table sql_files (name text primary key, sha256 text not null, functions text[] not null);
insert into sql_files
select 'migrations', '', array_agg(oid::regprocedure::text) from pg_proc
where pronamespace = current_schema()::regnamespace and proname = any('{
  count_post, count_posts, post_scopes, post_popularity, hour_engagement, post_trending, post_is_listed, counted_scopes,
  count_listings, place_trending, relist, sync_listing, wait_for_author, sync_author_listings, claim_deliveries,
  settle_attempts}')
having count(*) > 0;
