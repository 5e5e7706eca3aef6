import { CATEGORY_VALUES } from '@galley/contract/categories'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../packages/server/src/db/schema.ts'

/**
 * Fills a migrated, empty database with published posts: authors of equal weight, tags that follow a long tail, and
 * readers' deeds on one post in twenty. Set-based and with the triggers off: their work is done once, at the end.
 */
export async function seedPosts(
  db: Kysely<Tables>,
  posts: number,
  authors: number,
  tell: (line: string) => void,
): Promise<void> {
  const categories = sql`${sql.val(CATEGORY_VALUES)}::text[]`
  await db.connection().execute(async connection => {
    const run = async (what: string, statement: ReturnType<typeof sql>) => {
      const begun = performance.now()
      await statement.execute(connection)
      tell(`${what} (${((performance.now() - begun) / 1000).toFixed(1)} s)`)
    }
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`set session_replication_role = replica`.execute(connection)
    await sql`set synchronous_commit = off`.execute(connection)
    await sql`set work_mem = '256MB'`.execute(connection)
    await sql`set maintenance_work_mem = '512MB'`.execute(connection)

    await run(
      'authors',
      sql`
      insert into users (id, username, email, password_hash, display_name)
      select md5('u' || n)::uuid, 'author_' || n, 'author_' || n || '@example.com', '-', 'Author ' || n from generate_series(1, ${authors}::int) n`,
    )
    await run(
      'posts',
      sql`
      insert into posts (id, author_id, slug, title, content, excerpt, status, post_type, visibility, category, tags, is_paid, salon_only,
        published_at, created_at, updated_at, view_count, like_count, save_count)
      select md5('p' || n)::uuid, md5('u' || (1 + n % ${authors}::int))::uuid, 'post-' || n, 'Post number ' || n,
        repeat('Some words of an article that nobody reads to its end. ', 8), 'Some words of an article that nobody reads to its end.',
        'published', 'article', 'public', (${categories})[1 + (n * 7) % 24],
        array['tag-' || (2000 * power(((n * 7919) % 10007) / 10007.0, 3))::int, 'kind-' || (n % 50), 'year-' || (n % 11)],
        false, false, at, at, at, (n * 31) % 1000, (n * 17) % 100, (n * 13) % 20
      from (select n, now() - (n * interval '30 seconds') as at from generate_series(1, ${posts}::bigint) n) numbered`,
    )
    await run(
      'engagement',
      sql`
      insert into engagement_hours (post_id, hour, views, likes, saves)
      select md5('p' || n)::uuid, date_trunc('hour', now() - (h * 11 + n % 11) * interval '1 hour'), 1 + (n * h) % 40, (n + h) % 5, n % 2
      from generate_series(1, ${posts}::bigint, 20) n, generate_series(0, 9) h on conflict do nothing`,
    )
    for (const index of ['listings_latest', 'listings_popular', 'listings_trending'])
      await sql`drop index ${sql.ref(index)}`.execute(connection)
    await run(
      'lists',
      sql`
      insert into listings
      select unnest(post_scopes(p.author_id, p.category, p.tags)), p.id, p.published_at, p.category, post_popularity(p), coalesce(t.trending, 0)
      from posts p left join (
        select post_id, ln(sum(hour_engagement(h) * power(2, -extract(epoch from now() - hour)::float8 / 86400))) / ln(2::float8)
          + extract(epoch from now())::float8 / 86400 as trending
        from engagement_hours h where hour > now() - interval '7 days' group by post_id
      ) t on t.post_id = p.id`,
    )
    await run(
      'index for latest',
      sql`create index listings_latest on listings (scope, published_at desc, post_id desc) include (category)`,
    )
    await run(
      'index for popular',
      sql`create index listings_popular on listings (scope, popularity desc, published_at desc, post_id desc) include (category)`,
    )
    await run(
      'index for trending',
      sql`create index listings_trending on listings (scope, trending desc, published_at desc, post_id desc) include (category)`,
    )
    await run(
      'list lengths',
      sql`
      insert into listing_counts
      select scope, 0, count(*) from (
        select scope from listings union all
        select 'category:' || category || ' ' || scope from listings where scope like 'tag:%' and category is not null
      ) scopes group by scope`,
    )
    await run(
      'groups',
      sql`
      insert into post_groups
      select author_id, status, post_type, visibility, is_paid, salon_key, count(*) from posts group by 1, 2, 3, 4, 5, 6`,
    )
    await sql`reset session_replication_role`.execute(connection)
    await run('vacuum and statistics', sql`vacuum analyze`)
    await sql`reset all`.execute(connection)
  })
}
