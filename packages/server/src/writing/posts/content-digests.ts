import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { NIL_ID } from '../../platform/core/ids.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import type { PostRow } from './post-store.ts'

const BATCH = 200

/** Computes the digests of posts that were written before the column existed, in short transactions. */
export async function fillContentDigests(db: Db): Promise<number> {
  let filled = 0
  for (let after = NIL_ID; ; ) {
    // Locked in the order of the ids, as by everybody who locks several posts.
    const { rows } = await sql<{ id: string }>`
      with batch as (
        select id from posts where id > ${after} and content_sha256 is null order by id limit ${BATCH} for no key update
      )
      update posts p set content_sha256 = sha256(convert_to(p.content, 'UTF8')) from batch where p.id = batch.id
      returning p.id`.execute(db)
    if (rows.length === 0) return filled
    filled += rows.length
    after = rows.reduce((last, { id }) => (id > last ? id : last), after)
  }
}

/** Posts of a list with their digests. Only the contents of those that have none yet are read. */
export async function withContentDigests<T extends Pick<PostRow, 'id' | 'content_sha256'>>(
  db: Db,
  posts: readonly T[],
): Promise<(Omit<T, 'content_sha256'> & { content_sha256: string })[]> {
  const missing = posts.filter(post => post.content_sha256 === null).map(post => post.id)
  const computed = missing.length === 0 ? undefined : await computeDigests(db, missing)
  return posts.map(post => {
    const digest = post.content_sha256 ?? computed?.get(post.id)
    if (digest === undefined) throw new Error('a listed post must have a digest')
    return { ...post, content_sha256: digest.toString('hex') }
  })
}

async function computeDigests(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  const { rows } = await sql<{ id: string; digest: Buffer }>`
    select id, sha256(convert_to(content, 'UTF8')) as digest from posts where id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, digest }) => [id, digest]))
}

/** The digest of a post that was read with its content. */
export const contentDigest = ({ content, content_sha256 }: Pick<PostRow, 'content' | 'content_sha256'>): string =>
  content_sha256?.toString('hex') ?? hash('sha256', content)
