import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Settings } from '../../platform/config.ts'
import { createLogger } from '../../platform/core/logger.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { hasTable } from '../../platform/db/has-table.ts'
import { openStore } from '../../platform/storage/open-store.ts'
import { countFailedEvents } from '../../selling/events/payment-event-store.ts'
import { countUnmatchedPayments } from '../../selling/events/unmatched-payment-store.ts'
import { eachImage } from '../../writing/uploads/upload-store.ts'
import { type Finding, failed, ok, skipped, warning } from './finding.ts'

export const OF_DATA = ['rows', 'pages', 'images'] as const

/** Whether the data is what it should be. Reads all of it, so it takes as long as a backup. */
export async function checkData(db: Db | undefined, settings: Settings): Promise<Finding[]> {
  if (db === undefined || !(await hasTable(db, 'whole_pages'))) {
    return OF_DATA.map(name => skipped(name, 'The database has no data of this release yet.'))
  }
  return [await checkRows(db), await checkPages(db), await checkImages(db, settings)]
}

interface Constraint {
  readonly table: string
  readonly name: string
  /** Which rows do not fulfil it, as a condition on `t`. */
  readonly broken: string
}

/** PostgreSQL keeps constraints, unless somebody has turned that off for a while. A backup of other rows cannot be restored. */
async function checkRows(db: Db): Promise<Finding> {
  const { rows: constraints } = await sql<Constraint>`
    select conrelid::regclass::text as table, conname as name,
      case contype
        when 'c' then format('not (%s)', pg_get_expr(conbin, conrelid))
        else format('(%s) is not null and not exists (select from %s r where %s)', key.list, confrelid::regclass, key.pairs)
      end as broken
    from pg_constraint c left join lateral (
      select string_agg(format('t.%I', a.attname), ', ') as list,
        string_agg(format('r.%I = t.%I', f.attname, a.attname), ' and ') as pairs
      from unnest(conkey, confkey) as k(own, foreign_) join pg_attribute a on a.attrelid = conrelid and a.attnum = k.own
      join pg_attribute f on f.attrelid = confrelid and f.attnum = k.foreign_
    ) key on contype = 'f'
    where contype in ('c', 'f') and connamespace = current_schema()::regnamespace and conrelid <> 0 order by 1, 2`.execute(
    db,
  )
  const broken: string[] = []
  for (const { table, name, broken: condition } of constraints) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from ${sql.raw(table)} t where ${sql.raw(condition)}`.execute(db)
    if (rows[0]?.count) broken.push(`${rows[0].count} of ${table} (${name})`)
  }
  if (broken.length === 0) return ok('rows', `All rows fulfil the ${constraints.length} constraints of the database.`)
  return failed(
    'rows',
    `Rows violate constraints of the database: ${broken.join(', ')}. A backup of them cannot be restored.`,
    'Correct or delete them with SQL, or restore a backup from before.',
  )
}

/** A text that is not only comments has a page that is not empty. */
async function checkPages(db: Db): Promise<Finding> {
  const { rows } = await sql<{ count: number; first: string | null }>`
    select count(*)::int, min(post_id::text) as first from (
      select post_id, html, case when p.is_paid then left(content, coalesce(free_length, 0)) else content end as text
      from post_pages join posts p on p.id = post_id
      union all select post_id, html, content from whole_pages join posts p on p.id = post_id
    ) pages where btrim(html) = '' and regexp_replace(text, '<!--.*?-->', '', 'g') ~ '[^[:space:]]'`.execute(db)
  const { count = 0, first } = rows[0] ?? {}
  if (count === 0) return ok('pages', 'No stored page is empty.')
  return warning(
    'pages',
    `${count} stored pages are empty, the first one of the post ${first}.`,
    "Run in the database: delete from post_pages where btrim(html) = ''; delete from whole_pages where btrim(html) = ''; then restart the server. Pages are made again when they are read.",
  )
}

/** Compares each image with the digest that was computed when it was uploaded. */
async function checkImages(db: Db, settings: Settings): Promise<Finding> {
  const store = await openStore(settings, await createLogger('silent'))
  const [missing, damaged]: [string[], string[]] = [[], []]
  let count = 0
  for await (const { path, stored_sha256 } of eachImage(db)) {
    const blob = await store.open(path)
    const hash = createHash('sha256')
    for await (const chunk of blob?.body ?? []) hash.update(chunk)
    if (blob === undefined) missing.push(path)
    else if (!hash.digest().equals(stored_sha256)) damaged.push(path)
    count++
  }
  if (missing.length + damaged.length === 0) return ok('images', `All ${count} images are as they were uploaded.`)
  const named = (what: string, paths: readonly string[]) =>
    paths.length === 0
      ? []
      : [`${paths.length} ${what} (${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ', …' : ''})`]
  return failed(
    'images',
    `Of ${count} images, these are not as they were uploaded: ${[...named('missing', missing), ...named('damaged', damaged)].join(', ')}.`,
    'Take them from an older backup: tar --zstd -xf <backup> images/<path>, and put them into the image storage.',
  )
}

/** Whether everything that the payment provider has reported could be recorded, and belongs to a purchase. */
export async function checkPayments(db: Db | undefined, settings: Settings): Promise<Finding> {
  if (db === undefined || !(await hasTable(db, 'failed_payment_events'))) {
    return skipped('payments', 'The database has no payments yet.')
  }
  const { count, since } = await countFailedEvents(db)
  if (since !== null) {
    const message = `${count} reports of the payment provider could not be recorded, the first at ${since.toISOString()}.`
    const fix = 'See the errors in the log. The reports are read again for 30 days; remove the cause before that.'
    return warning('payments', message, fix)
  }
  const unmatched = (await hasTable(db, 'unmatched_payments')) ? await countUnmatchedPayments(db) : 0
  if (unmatched > 0) {
    const message = `${unmatched} payments name a purchase but were not made on its page, or not in full. They give no access.`
    return warning(
      'payments',
      message,
      '"purchases unmatched" lists them. Pay them back in Stripe, or use "purchases resolve".',
    )
  }
  return settings.payments.kind === 'off'
    ? skipped('payments', 'PAYMENTS is off.')
    : ok('payments', 'All reports were recorded.')
}
