import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/connection/database.ts'
import { FREE_CONTENT, ITEM, type PublicItemRow } from '../public/public-store.ts'
import { TEXT_MAX } from './text/plain-text.ts'

/** The posts among which is searched: a list of public posts, and possibly a category within an author's list. */
export interface SearchScope {
  readonly scope: string
  readonly category: string | undefined
  /** The author of the list, if it is that of an author. */
  readonly authorId: string | undefined
}

export interface Candidate {
  readonly id: string
  readonly published_at: Date
}

/**
 * The beginning of a post's text, or of its free part. Counting the characters of a text takes longer than reading it,
 * so it is done for long ones only.
 */
export const searchedPart = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`case when octet_length(p.content) <= ${TEXT_MAX} then ${text} else left(${text}, ${TEXT_MAX}) end`

/**
 * A search that takes longer is cancelled: the response is 503. The statements were written for these plans. In one
 * message with `begin`, which saves a round trip, and for the transaction only, because a pooler may give the next one
 * another session.
 */
const BEGIN = sql.raw(`begin read only; set local statement_timeout = 2000; set local enable_seqscan = off;
  set local jit = off; set local plan_cache_mode = force_custom_plan; set local idle_in_transaction_session_timeout = 60000`)

/** Runs the statements of one search with a time limit and with the plans that they were written for. */
export async function inSearch<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const search = db.connection().execute(async connection => {
    await BEGIN.execute(connection)
    try {
      resolve(await work(connection))
    } finally {
      // Nothing was written, so nobody waits for the end.
      await sql`rollback`.execute(connection)
    }
  })
  search.catch(reject)
  return promise
}

/** An array of terms as a parameter. */
export const numbers = (terms: readonly number[]) => sql`${`{${terms.join()}}`}::integer[]`

const within = ({ scope, category }: SearchScope) =>
  category === undefined ? sql`l.scope = ${scope}` : sql`l.scope = ${scope} and l.category = ${category}`

const newest = (of: SearchScope, limit: number) => sql`
  select l.post_id, l.published_at from listings l where ${within(of)} order by l.published_at desc, l.post_id desc limit ${limit}`

/** Some of the newest posts may not be indexed yet, so this many times as many posts are read as are needed. */
const UNINDEXED_FACTOR = 10

export interface Sample {
  /** The length of the whole list. */
  readonly listed: number
  /** How many of the newest posts were looked at, and how many of them have the terms. */
  readonly seen: number
  readonly hits: number
  /** How many have them in titles, tags or headings. */
  readonly head_hits: number
}

export interface Sampled extends Sample {
  /** The posts with the terms, if the sample promises few. */
  readonly indexed: Indexed | undefined
}

/**
 * Estimates from the newest posts how frequent terms are, and reads those of the index, if about `few` or fewer posts have
 * them. A post with the terms in its head has them in its text too. Posts that are not indexed yet, for example many
 * imported ones, are left out of the sample.
 */
export async function sampleNewest(
  db: Db,
  of: SearchScope,
  { terms, head, size }: { readonly terms: readonly number[]; readonly head: readonly number[]; readonly size: number },
  { few, ...wanted }: Wanted & { readonly few: number },
): Promise<Sampled> {
  const { rows } = await sql<Sample & { is_few: boolean } & IndexedRow>`
    with sample as materialized (
      select (select coalesce(sum(count), 0)::int from listing_counts where scope = ${of.scope}) as listed,
        count(*)::int as seen, (count(*) filter (where d.is_hit))::int as hits,
        (count(*) filter (where d.is_hit and d.terms @> ${numbers(head)}))::int as head_hits
      from (
        select d.is_hit, d.terms from (${newest(of, UNINDEXED_FACTOR * size)}) l cross join lateral (
          select d.terms @> ${numbers(terms)} as is_hit, d.terms
          from search_documents d where d.post_id = l.post_id and d.part = 'free' offset 0
        ) d limit ${size}
      ) d
    ), decided as materialized (
      select *, hits::float8 * listed <= ${few}::float8 * greatest(seen, 1) as is_few from sample
    ), ${indexed(of, wanted, sql`(select is_few from decided)`)}
    select decided.*, ${INDEXED} from decided left join found f on true order by f.published_at desc, f.id desc`.execute(
    db,
  )
  const [first] = rows
  if (first === undefined) throw new Error('a count must have a row')
  const { listed, seen, hits, head_hits, is_few } = first
  return { listed, seen, hits, head_hits, indexed: is_few ? indexedOf(rows, wanted) : undefined }
}

export interface Indexed {
  readonly candidates: Candidate[]
  readonly total: number
  /** Whether more posts have the terms than may be read from the index. */
  readonly isCut: boolean
}

interface Wanted extends WantedTerms {
  readonly limit: number
  /** How many posts are read from the index, before it is known which of them are in the scope. */
  readonly most: number
}

/** Posts with the terms by the index, newest first, and how many there are, also with those that `without` leaves out. */
export async function findByTerms(db: Db, of: SearchScope, wanted: Wanted): Promise<Indexed> {
  const { rows } = await sql<IndexedRow>`
    with ${indexed(of, wanted, sql`true`)}
    select ${INDEXED} from (values (1)) one left join found f on true order by f.published_at desc, f.id desc`.execute(
    db,
  )
  return indexedOf(rows, wanted)
}

interface IndexedRow {
  readonly read: number
  readonly total: number
  readonly id: string | null
  readonly published_at: Date
}

/** Nothing is read unless `condition` is true. */
const indexed = (of: SearchScope, { terms, without = [], limit, most }: Wanted, condition: RawBuilder<unknown>) => sql`
  indexed as materialized (
    select post_id from search_documents where terms @> ${numbers(terms)} and part = 'free' and ${condition} limit ${most}
  ), listed as materialized (
    select i.post_id as id, l.published_at from indexed i cross join lateral (
      select l.published_at from listings l where l.post_id = i.post_id and ${within(of)} offset 0
    ) l
    order by l.published_at desc, i.post_id desc
  ), found as (
    select l.id, l.published_at from listed l where ${hasNone(sql`l.id`, without)} limit ${limit}
  )`

const INDEXED = sql`(select count(*)::int from indexed) as read, (select count(*)::int from listed) as total, f.*`

function indexedOf(rows: readonly IndexedRow[], { most }: Wanted): Indexed {
  const candidates = rows.flatMap(({ id, published_at }) => (id === null ? [] : [{ id, published_at }]))
  return { candidates, total: rows[0]?.total ?? 0, isCut: rows[0]?.read === most }
}

export interface WantedTerms {
  /** A post must have all of them. */
  readonly terms: readonly number[]
  /** Each list is an excluded word: a post must not have all terms of a list. */
  readonly without?: readonly (readonly number[])[]
}

/** Whether a post has none of the excluded words. */
function hasNone(id: RawBuilder<unknown>, without: readonly (readonly number[])[]): RawBuilder<unknown> {
  if (without.length === 0) return sql`true`
  const excluded = sql.join(
    without.map(each => sql`d.terms @> ${numbers(each)}`),
    sql` or `,
  )
  return sql`not exists (
    select from search_documents d where d.post_id = ${id} and d.part = 'free' and (${excluded}) offset 0)`
}

/** Posts with the terms among the newest `most`, newest first: for terms that many posts have. */
export async function walkNewest(
  db: Db,
  of: SearchScope,
  { terms, without = [] }: WantedTerms,
  limit: number,
  most: number,
): Promise<Candidate[]> {
  const has = (wanted: readonly number[]) => sql`d.terms @> ${numbers(wanted)}`
  const conditions = [has(terms), ...without.map(each => sql`not (${has(each)})`)]
  const { rows } = await sql<Candidate>`
    select l.post_id as id, l.published_at from (${newest(of, most)}) l cross join lateral (
      select from search_documents d
      where d.post_id = l.post_id and d.part = 'free' and ${sql.join(conditions, sql` and `)} offset 0
    ) d
    order by l.published_at desc, l.post_id desc limit ${limit}`.execute(db)
  return rows
}

export interface FoundRow extends PublicItemRow {
  /** The Markdown that everybody may read. */
  readonly content: string | null
}

/**
 * Whether anyone may find post p: this is the only place that says so. A post that was changed after it was indexed is not
 * found by its old text.
 */
const FINDABLE: RawBuilder<unknown> = sql`
  d.part = 'free' and d.content_sha256 = p.content_sha256 and d.is_paid = p.is_paid
  and exists (select from listings l where l.scope = 'all' and l.post_id = p.id)`

export interface ReadTexts {
  readonly posts: readonly FoundRow[]
  /** How many of the ids were looked up, from the first one on. Not all of these posts may be findable. */
  readonly count: number
}

/** The texts of posts, in the given order, until their length together reaches a limit. */
export async function readFound(db: Db, ids: readonly string[], mostBytes: number): Promise<ReadTexts> {
  if (ids.length === 0) return { posts: [], count: 0 }
  const { rows } = await sql<FoundRow & { place: number | null; last: number }>`
    with wanted as materialized (
      select w.id, w.place::int, sum(octet_length(p.content)) over (order by w.place) as bytes
      from unnest(${ids}::uuid[]) with ordinality as w(id, place) join posts p on p.id = w.id
    ), short as (
      select id, place from wanted where bytes <= ${mostBytes} or place = 1
    ), readable as (
      select ${ITEM}, ${searchedPart(FREE_CONTENT)} as content, w.place
      from short w join search_documents d on d.post_id = w.id join posts p on p.id = w.id join users u on u.id = p.author_id
      where ${FINDABLE}
    )
    select l.last, r.* from (select max(place) as last from short) l left join readable r on true order by r.place`.execute(
    db,
  )
  const count = rows[0]?.last ?? ids.length
  return { posts: rows.filter(row => row.place !== null), count }
}
