-- Keeps the trending lists.

-- log2 of the engagement of the last 7 days, halved with every day since, plus the days since 1970: new engagement raises it,
-- and it needs no rewriting as time passes. 0 without engagement.
create function post_trending(id uuid) returns float8 language sql stable as $$
  select coalesce(ln(nullif(greatest(sum(hour_engagement(h) * power(2, -extract(epoch from now() - h.hour)::float8 / 86400)), 0), 0)) / ln(2::float8)
    + extract(epoch from now())::float8 / 86400, 0)
  from engagement_hours h where h.post_id = id and h.hour > now() - interval '7 days'
$$;

-- Writes the places of posts in the trending lists. The caller has locked the posts.
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
  -- A difference that comes from rounding is not written.
  on conflict (scope, published_at, post_id) do update set score = excluded.score where abs(trending.score - excluded.score) > 1e-6
$$;
