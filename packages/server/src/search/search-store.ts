import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../db/connection/database.ts'
import { ITEM, type PublicItemRow } from '../public/public-store.ts'

/** The posts among which is searched: a list of public posts, and possibly a category within an author's list. */
export interface SearchScope {
  readonly scope: string
  readonly category: string | undefined
}

export interface Candidate {
  readonly id: string
  readonly published_at: Date
}

/** A search that takes longer is cancelled: the answer is 503. */
const STATEMENT_MS = 2000

/** Runs the statements of one search with a time limit and with the plans that they were written for. */
export function inSearch<T>(db: Db, work: (trx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async trx => {
    await sql`
      select set_config('statement_timeout', ${String(STATEMENT_MS)}, true), set_config('enable_seqscan', 'off', true),
        set_config('jit', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(trx)
    return work(trx)
  })
}

/** An array of terms as a parameter. */
export const numbers = (terms: readonly number[]) => sql`${`{${terms.join()}}`}::integer[]`

const within = ({ scope, category }: SearchScope) =>
  category === undefined ? sql`l.scope = ${scope}` : sql`l.scope = ${scope} and l.category = ${category}`

const newest = (of: SearchScope, limit: number) => sql`
  select l.post_id, l.published_at from listings l where ${within(of)} order by l.published_at desc, l.post_id desc limit ${limit}`

export interface Sample {
  /** The length of the whole list. */
  readonly listed: number
  /** How many of the newest posts were looked at, and how many of them have the terms. */
  readonly seen: number
  readonly hits: number
  /** How many have them in titles, tags or headings. */
  readonly head_hits: number
}

/** Estimates how frequent terms are, by the newest posts. */
export async function sampleNewest(
  trx: Tx,
  of: SearchScope,
  terms: readonly number[],
  head: readonly number[],
  size: number,
): Promise<Sample> {
  const { rows } = await sql<Sample>`
    select (select coalesce(sum(count), 0)::int from listing_counts where scope = ${of.scope}) as listed,
      count(*)::int as seen, (count(*) filter (where d.terms @> ${numbers(terms)}))::int as hits,
      (count(*) filter (where d.terms @> ${numbers(head)}))::int as head_hits
    from (${newest(of, size)}) l cross join lateral (
      select d.terms from search_documents d where d.post_id = l.post_id and d.part = 'free' offset 0
    ) d`.execute(trx)
  const [sample] = rows
  if (sample === undefined) throw new Error('a count must have a row')
  return sample
}

/** Posts with the terms by the index, newest first, and how many there are. `most` limits the work, not the answer. */
export async function findByTerms(
  trx: Tx,
  of: SearchScope,
  terms: readonly number[],
  limit: number,
  most: number,
): Promise<{ candidates: Candidate[]; total: number }> {
  const { rows } = await sql<Candidate & { total: number }>`
    select d.post_id as id, l.published_at, (count(*) over ())::int as total
    from (select post_id from search_documents where terms @> ${numbers(terms)} and part = 'free' limit ${most}) d
    cross join lateral (
      select l.published_at from listings l where l.post_id = d.post_id and ${within(of)} offset 0
    ) l
    order by l.published_at desc, d.post_id desc limit ${limit}`.execute(trx)
  return { candidates: rows, total: rows[0]?.total ?? 0 }
}

/** Posts with the terms among the newest `most`, newest first: for terms that many posts have. */
export async function walkNewest(
  trx: Tx,
  of: SearchScope,
  terms: readonly number[],
  limit: number,
  most: number,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select l.post_id as id, l.published_at from (${newest(of, most)}) l cross join lateral (
      select from search_documents d
      where d.post_id = l.post_id and d.part = 'free' and d.terms @> ${numbers(terms)} offset 0
    ) d
    order by l.published_at desc, l.post_id desc limit ${limit}`.execute(trx)
  return rows
}

export interface FoundRow extends PublicItemRow {
  readonly headings: string
  readonly body: string
}

/**
 * Whether anyone may find post p: this is the only place that says so. A post that was changed after it was indexed is not
 * found by its old text.
 */
const FINDABLE: RawBuilder<unknown> = sql`
  d.part = 'free' and d.content_sha256 = p.content_sha256 and d.is_paid = p.is_paid
  and exists (select from listings l where l.scope = 'all' and l.post_id = p.id)`

/** The texts of posts, in the given order, until their length together reaches a limit. */
export async function readFound(trx: Tx, ids: readonly string[], mostBytes: number): Promise<FoundRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<FoundRow>`
    with wanted as materialized (
      select w.id, w.place, sum(octet_length(d.body)) over (order by w.place) as bytes
      from unnest(${ids}::uuid[]) with ordinality as w(id, place)
      join search_documents d on d.post_id = w.id and d.part = 'free'
    )
    select ${ITEM}, d.headings, d.body
    from wanted w join search_documents d on d.post_id = w.id join posts p on p.id = w.id join users u on u.id = p.author_id
    where ${FINDABLE} and (w.bytes <= ${mostBytes} or w.place = 1)
    order by w.place`.execute(trx)
  return rows
}
