-- Lists of an author's posts show a digest of each content, and a post may name the address of its original. Both
-- columns begin as null, so that no row is rewritten here: computing the digests of a large table takes minutes, and
-- nobody could read or write posts meanwhile. A job fills them in batches.
alter table posts add column content_sha256 bytea, add column canonical_url text;
-- A new database has no posts, and no queue for jobs yet.
do $$
begin
  if exists (select from posts) then
    perform graphile_worker.add_job('fill-content-digests', job_key => 'fill-content-digests');
  end if;
end $$;
