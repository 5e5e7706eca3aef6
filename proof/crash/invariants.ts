import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderMarkdown } from '@galley/markdown/render-markdown'
import { findInconsistencies } from '@galley/server/testing/posts/public'
import { MISCOUNTED_BYTES } from '@galley/server/testing/stored-bytes'
import { sql } from 'kysely'
import type { Installation } from './installation.ts'
import type { RunRecord } from './run-record.ts'

/** How many events of this name each post has. */
const eventsNamed = (name: string) => sql`
  posts p left join (select post_id, count(*) from events where name = ${name} group by 1) e on e.post_id = p.id`

/** Changes that must be complete or absent; each query returns the rows that violate this. */
const ATOMICITY_CHECKS: Record<string, ReturnType<typeof sql>> = {
  'a post and its creation': sql`
    select p.id from ${eventsNamed('post.created')} where e.count is distinct from 1`,
  'a published post and its event': sql`
    select p.id from ${eventsNamed('post.published')} where p.status = 'published' and e.count is null`,
  'a deleted post and its event': sql`
    select p.id from ${eventsNamed('post.deleted')} where (p.status = 'deleted')::int <> coalesce(e.count, 0)`,
  'an event and its post': sql`
    select e.id from events e left join posts p on p.id = e.post_id where p.id is null and e.name <> 'ping'`,
  'an event and a delivery for each webhook that asked': sql`
    select e.event_id, w.id from webhooks w join events e on e.author_id = w.user_id
    left join (select event_row, webhook_id, count(*) from deliveries group by 1, 2) d
      on d.event_row = e.id and d.webhook_id = w.id
    where e.name = any(w.event_types) and e.created_at > w.created_at and d.count is distinct from 1`,
  'a delivery and its end': sql`
    select d.id from deliveries d left join undelivered u on u.delivery_id = d.id
    where (u.delivery_id is null) <> (d.delivered_at is not null) or (u.status in ('pending', 'retrying')) <> (u.due_at is not null)
      or u.lease_token is not null or u.webhook_id <> d.webhook_id`,
  'a schedule and its job': sql`
    select p.id from posts p left join graphile_worker.jobs j on j.key = 'publish-post:' || p.id
    where p.status = 'scheduled' and p.scheduled_for > now() + interval '1 second' and j.key is null`,
  'an idempotency key and its answer': sql`select key from idempotency_keys where answer is null`,
  'a name and one live token': sql`
    select user_id, name from api_tokens where revoked_at is null group by 1, 2 having count(*) > 1`,
  'bytes that are stored': MISCOUNTED_BYTES,
  'groups of posts and their sizes': sql`
    select * from (
      select author_id, status, post_type, visibility, is_paid, salon_key, count(*) from posts
      where status <> 'deleted' group by 1, 2, 3, 4, 5, 6
    ) rows full join (
      select author_id, status, post_type, visibility, is_paid, salon_key, sum(count) as count from post_groups
      group by 1, 2, 3, 4, 5, 6 having sum(count) <> 0
    ) kept
      using (author_id, status, post_type, visibility, is_paid, salon_key)
    where rows.count is distinct from kept.count`,
}

/** Checks on one snapshot that no change is half done, while requests continue. */
export async function checkConsistency(installation: Installation, record: RunRecord): Promise<void> {
  await installation.snapshot(async trx => {
    // Autovacuum never runs because of the crashes, so the planner underestimates the tables and would choose nested loops.
    await sql`set local enable_nestloop = off`.execute(trx)
    for (const [name, query] of Object.entries(ATOMICITY_CHECKS)) {
      const { rows } = await query.execute(trx)
      record.check('no change is half done', rows.length === 0, () => `${name}: ${JSON.stringify(rows.slice(0, 3))}`)
    }
    const differing = await findInconsistencies(trx)
    record.check('counters equal their rows', differing.length === 0, () => differing.join('; '))
  })
}

/** A page that was stored while its renderer was killed is the same as a later one, or says which limit it exceeds. */
export async function checkPages(installation: Installation, record: RunRecord): Promise<void> {
  const { rows } = await installation.query(db =>
    sql<{ title: string; content: string; html: string }>`
      select title, content, html from post_pages join posts on id = post_id
      where exceeded_limit is null and title like 'writer-%'`.execute(db),
  )
  for (const { title, content, html } of rows) {
    // The page of an earlier text is replaced when somebody reads the post.
    if (!html.includes(`>${title}<`) && !html.includes(`*${title}*`)) continue
    const isFresh = html === (await renderMarkdown(content)).html
    record.check('stored pages are those of a fresh rendering', isFresh, () => `${title}: ${html.slice(0, 200)}`)
  }
}

/** A start removes unfinished files, and the database reports no damaged data. */
export function checkCleanStart(installation: Installation, record: RunRecord): void {
  const incoming = join(installation.dataDir, 'media', '.incoming')
  const left = listed(incoming).filter(name => !installation.isRunning(Number(/-(\d+)$/.exec(name)?.[1])))
  record.check('every start removes unfinished files', left.length === 0, () => left.join(', '))
  const log = readFileSync(join(installation.dataDir, 'database', 'postgres.log'), 'utf8')
  const complaints = log.split('\n').filter(line => /PANIC|corrupt|invalid page|could not read block/i.test(line))
  record.check('the database reports no damaged data', complaints.length === 0, () => complaints.slice(0, 3).join('\n'))
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
