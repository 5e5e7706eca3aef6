import { sql } from 'kysely'
import type { Db } from '../../platform/db/connection/database.ts'
import { textTermsOf } from './candidates.ts'
import { isEmptyQuery, parseQuery } from './query/parse-query.ts'
import { type SearchedText, scoreOf } from './query/score.ts'
import { inSearch, numbers, searchedPart } from './search-store.ts'
import { type PlainText, plainTextOf } from './text/plain-text.ts'
import { termOf } from './text/terms.ts'
import { timeSlices } from './time-slices.ts'

/** The newest posts with the terms; they are compared with the query until their texts are too long together. */
const FOUND_MAX = 2000
const READ_MAX_BYTES = 6_000_000

/** The ids of an author's posts that match a query: drafts, and paid parts too. */
export async function searchOwnPosts(db: Db, authorId: string, q: string): Promise<string[]> {
  const query = parseQuery(q)
  if (isEmptyQuery(query)) return []
  const terms = [termOf('author', authorId), ...textTermsOf(query)]
  return inSearch(db, async connection => {
    const found = await readOwn(connection, authorId, terms)
    const pause = timeSlices()
    const ids: string[] = []
    for (const { content, ...post } of found) {
      const isOfAuthor = query.authors.every(name => name === post.username)
      if (isOfAuthor && (content === null || scoreOf(query, { ...post, ...plainTextOf(content) }, 0) !== undefined))
        ids.push(post.id)
      await pause()
    }
    return ids
  })
}

type OwnText = Omit<SearchedText, keyof PlainText> & {
  readonly id: string
  /** Null for posts that are not compared. */
  readonly content: string | null
}

async function readOwn(db: Db, authorId: string, terms: readonly number[]): Promise<OwnText[]> {
  const { rows } = await sql<OwnText>`
    with found as materialized (
      select p.id, p.title, p.subtitle, p.tags, p.created_at,
        sum(octet_length(p.content)) over (order by p.created_at desc, p.id desc) as bytes
      from search_documents d join posts p on p.id = d.post_id
      where d.terms @> ${numbers(terms)} and (d.part = 'whole' or not d.is_paid)
        and p.author_id = ${authorId} and p.status <> 'deleted'
      order by p.created_at desc, p.id desc limit ${FOUND_MAX}
    )
    select f.id, f.title, f.subtitle, f.tags, f.created_at as published_at, u.username,
      case when f.bytes <= ${READ_MAX_BYTES} then ${searchedPart(sql`p.content`)} end as content
    from found f join posts p on p.id = f.id join users u on u.id = p.author_id`.execute(db)
  return rows
}
