import { type Kysely, sql } from 'kysely'

export async function publicReads(db: Kysely<unknown>): Promise<void> {
  await engagement(db)
  await listings(db)
  await sql`
    create table rankings (
      type text primary key,
      period_start timestamptz(3) not null,
      period_end timestamptz(3) not null,
      -- [{ "post_id": …, "score": … }, …], best first: a ranking is replaced as a whole.
      entries jsonb not null,
      refreshed_at timestamptz(3) not null
    )`.execute(db)
}

async function engagement(db: Kysely<unknown>): Promise<void> {
  await sql`alter table posts add column save_count integer not null default 0, add column resonated_count integer not null default 0`.execute(
    db,
  )
  await sql`alter table users add column follower_count integer not null default 0`.execute(db)
  for (const table of ['likes', 'saves', 'resonances']) {
    await sql`
      create table ${sql.table(table)} (
        post_id uuid not null references posts on delete cascade,
        user_id uuid not null references users on delete cascade,
        created_at timestamptz(3) not null default now(),
        primary key (post_id, user_id)
      )`.execute(db)
  }
  await sql`
    create table comments (
      id uuid primary key,
      post_id uuid not null references posts on delete cascade,
      user_id uuid not null references users on delete cascade,
      content text not null,
      created_at timestamptz(3) not null default now(),
      deleted_at timestamptz(3)
    )`.execute(db)
  await sql`create index comments_post on comments (post_id, created_at desc, id desc) where deleted_at is null`.execute(
    db,
  )
  await sql`
    create table follows (
      followee_id uuid not null references users on delete cascade,
      follower_id uuid not null references users on delete cascade,
      created_at timestamptz(3) not null default now(),
      primary key (followee_id, follower_id),
      check (followee_id <> follower_id)
    )`.execute(db)

  // What happened to a post in one hour, so that "the last 7 days" can mean what happened then.
  await sql`
    create table engagement_hours (
      post_id uuid not null references posts on delete cascade,
      hour timestamptz(0) not null,
      views integer not null default 0,
      likes integer not null default 0,
      comments integer not null default 0,
      saves integer not null default 0,
      resonances integer not null default 0,
      primary key (post_id, hour)
    )`.execute(db)
  await sql`create index engagement_hours_hour on engagement_hours (hour)`.execute(db)
}

/**
 * One row for each list that a post stands in: all, its author's, its category's, each of its tags'. Every list and every
 * order is then one range of one index. Kept by the database itself, in the transaction that changes the post.
 */
async function listings(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table listings (
      scope text not null,
      post_id uuid not null references posts on delete cascade,
      published_at timestamptz(3) not null,
      category text,
      popularity integer not null,
      primary key (scope, post_id)
    )`.execute(db)
  await sql`create index listings_latest on listings (scope, published_at desc, post_id desc) include (category)`.execute(
    db,
  )
  await sql`create index listings_popular on listings (scope, popularity desc, published_at desc, post_id desc) include (category)`.execute(
    db,
  )

  // The head of each trending list: the few that had engagement of late. All others follow by their publication, so a refresh
  // rewrites this small table alone.
  await sql`
    create table trending (
      scope text not null,
      published_at timestamptz(3) not null,
      post_id uuid not null,
      category text,
      -- log2 of the decayed engagement, in days: grows with new engagement and needs no rewriting as time passes.
      score float8 not null,
      primary key (scope, published_at, post_id)
    )`.execute(db)
  await sql`create index trending_best on trending (scope, score desc, published_at desc, post_id desc) include (category)`.execute(
    db,
  )

  // How long each list is. In 16 parts, so that authors who publish at the same time do not queue for one row.
  await sql`
    create table listing_counts (
      scope text not null,
      part smallint not null,
      count integer not null,
      primary key (scope, part)
    )`.execute(db)

  await sql`
    create function post_scopes(author_id uuid, category text, tags text[]) returns text[] language sql immutable as $$
      select array['all', 'author:' || author_id]
        || case when category is null then '{}'::text[] else array['category:' || category] end
        || array(select 'tag:' || tag from unnest(tags) tag order by tag)
    $$`.execute(db)
  await sql`
    create function post_popularity(post posts) returns integer language sql immutable as $$
      select post.view_count + 5 * post.like_count + 8 * post.comment_count + 10 * post.save_count + 10 * post.resonated_count
    $$`.execute(db)
  await sql`
    create function hour_engagement(hours engagement_hours) returns integer language sql immutable as $$
      select hours.views + 5 * hours.likes + 8 * hours.comments + 10 * hours.saves + 10 * hours.resonances
    $$`.execute(db)
  await sql`
    create function post_trending(id uuid) returns float8 language sql stable as $$
      select coalesce(ln(nullif(greatest(sum(hour_engagement(h) * power(2, -extract(epoch from now() - h.hour)::float8 / 86400)), 0), 0)) / ln(2::float8)
        + extract(epoch from now())::float8 / 86400, 0)
      from engagement_hours h where h.post_id = id and h.hour > now() - interval '7 days'
    $$`.execute(db)
  await sql`
    create function post_is_listed(post posts) returns boolean language sql stable as $$
      select post.status = 'published' and post.visibility = 'public' and not post.salon_only
        and exists (select from users where id = post.author_id and suspended_at is null)
    $$`.execute(db)
  await sql`
    create function counted_scopes(post posts) returns setof text language sql immutable as $$
      select unnest(post_scopes(post.author_id, post.category, post.tags))
      union all
      select 'category:' || post.category || ' tag:' || tag from unnest(post.tags) tag where post.category is not null
    $$`.execute(db)
  // In one statement and in the order of their names: two posts that change places must not wait for each other.
  await sql`
    create function count_listings(before posts, was boolean, after posts, is_now boolean) returns void language sql as $$
      insert into listing_counts
      select scope, pg_backend_pid() % 16, sum(step) from (
        select counted_scopes(before) as scope, -1 as step where was
        union all
        select counted_scopes(after), 1 where is_now
      ) steps group by scope having sum(step) <> 0 order by scope
      on conflict (scope, part) do update set count = listing_counts.count + excluded.count
    $$`.execute(db)
  // Gives posts their places in the trending lists. The caller has locked them.
  await sql`
    create function place_trending(ids uuid[]) returns void language sql as $$
      with scored as materialized (
        select p.id, p.published_at, p.category, post_scopes(p.author_id, p.category, p.tags) as scopes, post_trending(p.id) as score
        from posts p where p.id = any(ids) and post_is_listed(p)
      ), places as (
        select unnest(scopes) as scope, published_at, id, category, score from scored
      ), cooled as (
        delete from trending t using places s
        where s.score = 0 and t.scope = s.scope and t.published_at = s.published_at and t.post_id = s.id
      )
      insert into trending select scope, published_at, id, category, score from places where score <> 0
      -- Rounding alone moves nobody.
      on conflict (scope, published_at, post_id) do update set score = excluded.score where abs(trending.score - excluded.score) > 1e-6
    $$`.execute(db)
  await sql`
    create function relist(before posts, after posts, is_now boolean) returns void language plpgsql as $$
    declare was boolean;
    begin
      delete from listings where post_id = before.id and scope = any(post_scopes(before.author_id, before.category, before.tags));
      was := found;
      delete from trending
      where scope = any(post_scopes(before.author_id, before.category, before.tags)) and published_at = before.published_at and post_id = before.id;
      if is_now then
        insert into listings
        select unnest(post_scopes(after.author_id, after.category, after.tags)), after.id, after.published_at, after.category, post_popularity(after);
        perform place_trending(array[after.id]);
      end if;
      perform count_listings(before, was, after, is_now);
    end $$`.execute(db)
  await sql`
    create function sync_listing() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        perform relist(old, old, false);
        return old;
      end if;
      -- Nobody sees a new post yet, so a suspension under way could not take it along: it has to be waited for.
      if tg_op = 'INSERT' then perform from users where id = new.author_id for share; end if;
      perform relist(case when tg_op = 'UPDATE' then old else new end, new, post_is_listed(new));
      return null;
    end $$`.execute(db)
  await sql`create trigger list_new after insert on posts for each row when (new.status = 'published') execute function sync_listing()`.execute(
    db,
  )
  await sql`create trigger unlist_gone before delete on posts for each row execute function sync_listing()`.execute(db)
  await sql`
    create trigger list_moved after update on posts for each row
    when ((old.status, old.visibility, old.salon_only, old.category, old.tags, old.published_at)
      is distinct from (new.status, new.visibility, new.salon_only, new.category, new.tags, new.published_at))
    execute function sync_listing()`.execute(db)

  // A suspended author's posts leave every list at once, and come back when the author does. All are locked, in the order of
  // their ids: one that somebody is publishing at this moment is waited for.
  await sql`
    create function sync_author_listings() returns trigger language plpgsql as $$
    declare post posts;
    begin
      for post in select * from posts where author_id = new.id and status <> 'deleted' order by id for no key update loop
        perform relist(post, post, post_is_listed(post));
      end loop;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger relist_author after update on users for each row
    when ((old.suspended_at is null) <> (new.suspended_at is null)) execute function sync_author_listings()`.execute(db)
}
