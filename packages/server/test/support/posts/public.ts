import assert from 'node:assert/strict'
import { request } from 'node:http'
import type { CreatedPost } from '@galley/contract/schemas/writing/posts'
import { sql } from 'kysely'
import { suspendAccount } from '../../../src/identity/accounts/suspend-account.ts'
import { newId } from '../../../src/platform/core/ids.ts'
import type { Db } from '../../../src/platform/db/connection/database.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { addMember } from '../../../src/writing/salons/change-members.ts'
import { insertSalon } from '../../../src/writing/salons/salon-store.ts'
import type { Client } from '../client.ts'
import type { Person, TestServer } from '../test-server.ts'
import { createPost } from './posts.ts'

export const PUBLIC = '/api/v1/public'
export const READER = '/api/v1/reader'

export const publish = (client: Client, fields: Record<string, unknown> = {}): Promise<CreatedPost> =>
  createPost(client, { status: 'published', ...fields })

/** The same as the commands `users suspend` and `users restore`. */
export async function setSuspended(server: TestServer, { account }: Person, suspended: boolean): Promise<void> {
  await transact(server.context, (trx, notify) =>
    suspendAccount(trx, notify, account.id, suspended ? new Date() : null),
  )
}

export async function ownSalon(server: TestServer, { account }: Person): Promise<string> {
  const { id } = await insertSalon(server.context.db, { id: newId(), name: 'Writers' })
  await addMember(server.context.db, id, account.id, 'owner')
  return id
}

export interface RawResponse {
  readonly status: number
  readonly headers: Record<string, string>
  /** The received bytes, compressed or not. */
  readonly body: Buffer
}

/** Sends no headers of its own and does not decompress the response, unlike `fetch`. */
export function rawGet(url: string, headers: Record<string, string> = {}): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    request(url, { headers, agent: false }, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const status = response.statusCode ?? 0
        resolve({ status, headers: response.headers as Record<string, string>, body: Buffer.concat(chunks) })
      })
    })
      .on('error', reject)
      .end()
  })
}

/** How many requests were answered from the cache so far. */
export async function cacheHits(server: TestServer): Promise<number> {
  const metrics = await server.context.metrics.metrics()
  return Number(/^galley_cache_hits_total (\d+)$/m.exec(metrics)?.[1] ?? 0)
}

/** Each query returns the rows where a stored count differs from the rows that it counts. */
const CONSISTENCY_CHECKS: Record<string, ReturnType<typeof sql>> = {
  'counters of posts and their rows': sql`
    select p.id from posts p where (like_count, save_count, resonated_count, comment_count) is distinct from (
      (select count(*)::int from likes where post_id = p.id),
      (select count(*)::int from saves where post_id = p.id),
      (select count(*)::int from resonances where post_id = p.id),
      (select count(*)::int from comments c join users u on u.id = c.user_id
        where post_id = p.id and deleted_at is null and c.hidden_at is null and u.suspended_at is null))`,
  'followers and their rows': sql`
    select u.id from users u where follower_count <> (select count(*) from follows where followee_id = u.id)`,
  'hours and counters': sql`
    select p.id from posts p where (view_count, like_count, save_count, resonated_count) is distinct from (
      select (coalesce(sum(views), 0)::int, coalesce(sum(likes), 0)::int, coalesce(sum(saves), 0)::int,
        coalesce(sum(resonances), 0)::int)
      from engagement_hours where post_id = p.id)`,
  'hours and the hours of the rows': sql`
    with rows as (
      select post_id, date_trunc('hour', created_at, 'UTC') as hour, 'likes' as kind from likes
      union all select post_id, date_trunc('hour', created_at, 'UTC'), 'saves' from saves
      union all select post_id, date_trunc('hour', created_at, 'UTC'), 'resonances' from resonances
      union all select post_id, date_trunc('hour', created_at, 'UTC'), 'comments' from comments
      where deleted_at is null and hidden_at is null
    ), counted as (
      select post_id, hour, count(*) filter (where kind = 'likes') as likes, count(*) filter (where kind = 'saves') as saves,
        count(*) filter (where kind = 'resonances') as resonances, count(*) filter (where kind = 'comments') as comments
      from rows group by 1, 2
    )
    select * from engagement_hours h full join counted c using (post_id, hour)
    where coalesce(h.likes, 0) <> coalesce(c.likes, 0) or coalesce(h.saves, 0) <> coalesce(c.saves, 0)
      or coalesce(h.resonances, 0) <> coalesce(c.resonances, 0) or coalesce(h.comments, 0) <> coalesce(c.comments, 0)`,
  'lists and what belongs into them': sql`
    with wanted as (
      select unnest(post_scopes(p.author_id, p.category, p.tags)) as scope, p.id as post_id, p.published_at, p.category
      from posts p join users u on u.id = p.author_id
      where p.status = 'published' and p.visibility = 'public' and not p.salon_only and p.hidden_at is null and u.suspended_at is null
    )
    select * from listings l full join wanted w using (scope, post_id)
    where l.published_at is distinct from w.published_at or l.category is distinct from w.category`,
  'trending posts and listed ones': sql`
    select t.* from trending t left join listings l on (l.scope, l.post_id, l.published_at) = (t.scope, t.post_id, t.published_at)
    where l.post_id is null or l.category is distinct from t.category`,
  'popularity in lists and of posts': sql`
    select l.* from listings l join posts p on p.id = l.post_id where l.popularity <> post_popularity(p)`,
  'lengths of lists and their rows': sql`
    with rows as (
      select scope, count(*) from listings group by scope
      union all
      select 'category:' || category || ' ' || scope, count(*) from listings
      where scope like 'tag:%' and category is not null group by 1
    ), kept as (select scope, sum(count) as count from listing_counts group by scope)
    select * from rows r full join kept k using (scope) where coalesce(r.count, 0) <> coalesce(k.count, 0)`,
}

/** All stored counts in the database that differ from their rows. */
export async function findInconsistencies(db: Db): Promise<string[]> {
  const found: string[] = []
  for (const [name, query] of Object.entries(CONSISTENCY_CHECKS)) {
    const { rows } = await query.execute(db)
    if (rows.length > 0) found.push(`${name}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  return found
}

export async function assertCountersEqualRows(server: TestServer): Promise<void> {
  assert.deepEqual(await findInconsistencies(server.context.db), [])
}
