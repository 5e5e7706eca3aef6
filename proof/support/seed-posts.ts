import { CATEGORY_VALUES } from '@galley/contract/writing/categories'
import type { Tables } from '@galley/server/testing/installation'
import { type Kysely, type RawBuilder, sql } from 'kysely'

export const POSTS_AN_AUTHOR = 10
/** One in four of the first posts has engagement, so that rankings have their full length at every size. */
const WELL_READ = 1000

type Log = (line: string) => void

/**
 * Adds published posts until the database has `to` of them: ten for each author, with a long-tail distribution of tags
 * and engagement on one post in twenty. Uses set-based SQL with the triggers off, and does their work once at the end.
 * Other data is not changed.
 */
export async function seedPosts(db: Kysely<Tables>, to: number, log: Log): Promise<void> {
  const { rows } = await sql<{ from: number }>`
    select count(*)::int * ${POSTS_AN_AUTHOR} as from from users where username like 'author\\_%'`.execute(db)
  const from = rows[0]?.from ?? 0
  if (from >= to) return
  await db.connection().execute(async connection => {
    const run = async (what: string, statement: RawBuilder<unknown>) => {
      const begun = performance.now()
      await statement.execute(connection)
      const seconds = (performance.now() - begun) / 1000
      if (seconds > 5) log(`  ${what} (${seconds.toFixed(0)} s)`)
    }
    for (const setting of [
      'statement_timeout = 0',
      'session_replication_role = replica',
      'synchronous_commit = off',
      "work_mem = '256MB'",
      "maintenance_work_mem = '512MB'",
    ]) {
      await sql`set ${sql.raw(setting)}`.execute(connection)
    }
    await addPosts(run, from, to)
    await addLists(connection, run, from)
    await sql`reset all`.execute(connection)
    await run('vacuum and statistics', sql`vacuum analyze`)
  })
}

type Run = (what: string, statement: RawBuilder<unknown>) => Promise<void>

async function addPosts(run: Run, from: number, to: number): Promise<void> {
  await run(
    'authors',
    sql`
      insert into users (id, username, email, password_hash, display_name)
      select md5('u' || n)::uuid, 'author_' || n, 'author_' || n || '@example.com', '-', 'Author ' || n
      from generate_series(${from / POSTS_AN_AUTHOR + 1}::int, ${Math.ceil(to / POSTS_AN_AUTHOR)}::int) n`,
  )
  const categories = sql`${sql.val(CATEGORY_VALUES)}::text[]`
  await run(
    'posts',
    sql`
      insert into posts (id, author_id, slug, title, content, excerpt, status, post_type, visibility, category, tags, is_paid, salon_only,
        published_at, created_at, updated_at, view_count, like_count, save_count)
      select md5('p' || n)::uuid, md5('u' || (1 + (n - 1) / ${POSTS_AN_AUTHOR}::int))::uuid, 'post-' || n, 'Post number ' || n,
        repeat('Some words of an article that nobody reads to its end. ', 8), 'Some words of an article that nobody reads to its end.',
        'published', 'article', 'public', (${categories})[1 + (n * 7) % 24],
        array['tag-' || (2000 * power(((n * 7919) % 10007) / 10007.0, 3))::int, 'kind-' || (n % 50), 'year-' || (n % 11)],
        false, false, at, at, at, (n * 31) % 1000, (n * 17) % 100, (n * 13) % 20
      from (select n, now() - (n * interval '30 seconds') as at from generate_series(${from + 1}::bigint, ${to}::bigint) n) numbered`,
  )
  await run(
    'engagement',
    sql`
      insert into engagement_hours (post_id, author_id, hour, views, likes, saves)
      select md5('p' || n)::uuid, md5('u' || (1 + (n - 1) / ${POSTS_AN_AUTHOR}::int))::uuid,
        date_trunc('hour', now() - (h * 11 + n % 11) * interval '1 hour'), 1 + (n * h) % 40, (n + h) % 5, n % 2
      from generate_series(${from + 1}::bigint, ${to}::bigint) n, generate_series(0, 9) h
      where n % 20 = 1 or n <= ${WELL_READ}::int and n % 4 = 1 on conflict do nothing`,
  )
}

/** The work of the triggers. Rebuilding the indexes once is faster than updating them row by row. */
async function addLists(connection: Kysely<Tables>, run: Run, from: number): Promise<void> {
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema() and tablename = 'listings' and indexname not like '%_pkey'`.execute(connection)
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(connection)
  await run(
    'lists',
    sql`
      insert into listings
      select unnest(post_scopes(p.author_id, p.category, p.tags)), p.id, p.published_at, p.category, post_popularity(p)
      from posts p join users u on u.id = p.author_id
      where u.username like 'author\\_%' and substr(u.username, 8)::int > ${from / POSTS_AN_AUTHOR}::int`,
  )
  await run(
    'trending lists',
    sql`select place_trending(array(select distinct post_id from engagement_hours where hour > now() - interval '7 days'))`,
  )
  for (const { name, definition } of indexes) await run(`index ${name}`, sql.raw(definition))
  await sql`truncate listing_counts, post_groups`.execute(connection)
  await run(
    'list lengths',
    sql`
      insert into listing_counts (scope, count)
      select scope, count(*) from (
        select scope from listings union all
        select 'category:' || category || ' ' || scope from listings where scope like 'tag:%' and category is not null
      ) scopes group by scope`,
  )
  await run(
    'groups',
    sql`
      insert into post_groups
      select author_id, status, post_type, visibility, is_paid, salon_key, count(*) from posts where status <> 'deleted' group by 1, 2, 3, 4, 5, 6`,
  )
}
