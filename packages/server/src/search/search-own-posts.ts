import { sql } from 'kysely'
import type { Db, Tx } from '../db/connection/database.ts'
import { textTermsOf } from './candidates.ts'
import { parseQuery } from './parse-query.ts'
import { type SearchedText, scoreOf } from './score.ts'
import { inSearch, numbers } from './search-store.ts'
import { termOf } from './text/terms.ts'
import { timeSlices } from './time-slices.ts'

/** The newest posts with the terms; they are compared with the query until their texts are too long together. */
const FOUND_MAX = 2000
const READ_MAX_BYTES = 6_000_000

/** The ids of an author's posts that answer a query: drafts, and paid parts too. */
export function searchOwnPosts(db: Db, authorId: string, q: string): Promise<string[]> {
  const query = parseQuery(q)
  const terms = [termOf('author', authorId), ...textTermsOf(query)]
  return inSearch(db, async trx => {
    const found = await readOwn(trx, authorId, terms)
    const pause = timeSlices()
    const ids: string[] = []
    for (const { body, ...post } of found) {
      if (body === null || scoreOf(query, { ...post, body }, 0) !== undefined) ids.push(post.id)
      await pause()
    }
    return ids
  })
}

type OwnText = Omit<SearchedText, 'body'> & {
  readonly id: string
  /** Null for posts that are not compared. */
  readonly body: string | null
}

async function readOwn(trx: Tx, authorId: string, terms: readonly number[]): Promise<OwnText[]> {
  const { rows } = await sql<OwnText>`
    with found as materialized (
      select p.id, p.title, p.subtitle, p.tags, p.created_at, d.part,
        sum(octet_length(d.body)) over (order by p.created_at desc, p.id desc) as bytes
      from search_documents d join posts p on p.id = d.post_id
      where d.terms @> ${numbers(terms)} and (d.part = 'whole' or not d.is_paid)
        and p.author_id = ${authorId} and p.status <> 'deleted'
      order by p.created_at desc, p.id desc limit ${FOUND_MAX}
    )
    select f.id, f.title, f.subtitle, f.tags, f.created_at as published_at, d.headings,
      case when f.bytes <= ${READ_MAX_BYTES} then d.body end as body
    from found f join search_documents d on d.post_id = f.id and d.part = f.part`.execute(trx)
  return rows
}
