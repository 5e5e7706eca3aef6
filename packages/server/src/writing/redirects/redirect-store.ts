import type { PostStatus } from '@galley/contract/writing/posts'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/connection/database.ts'
import { readablePost } from '../../platform/db/readable-post.ts'
import type { Tables } from '../../platform/db/schema.ts'

export type RedirectRow = Selectable<Tables['redirects']> & { readonly slug: string; readonly title: string }

export async function listRedirects(
  db: Db,
  userId: string,
  { postId, words, limit, offset }: { postId: string | undefined; words: string; limit: number; offset: number },
): Promise<{ redirects: RedirectRow[]; total: number }> {
  const own = db
    .selectFrom('redirects as r')
    .innerJoin('posts as p', 'p.id', 'r.post_id')
    .where('r.user_id', '=', userId)
    .where('p.status', '<>', 'deleted')
    .$if(postId !== undefined, query => query.where('r.post_id', '=', postId!))
    .$if(words !== '', query =>
      query.where(sql<boolean>`position(lower(${words}) in lower(r.path || E'\\n' || p.title)) > 0`),
    )
  const [redirects, { total }] = await Promise.all([
    own.selectAll('r').select(['p.slug', 'p.title']).orderBy('r.path').limit(limit).offset(offset).execute(),
    own.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { redirects, total }
}

interface LockedRedirect {
  readonly id: string
  /** Of the post that it leads to. */
  readonly status: PostStatus
}

const locked = (trx: Tx, userId: string) =>
  trx
    .selectFrom('redirects as r')
    .innerJoin('posts as p', 'p.id', 'r.post_id')
    .select(['r.id', 'p.status'])
    .where('r.user_id', '=', userId)
    .forUpdate('r')

export function lockRedirectOfPath(trx: Tx, userId: string, path: string): Promise<LockedRedirect | undefined> {
  return locked(trx, userId).where('r.path', '=', path).executeTakeFirst()
}

export function lockRedirect(trx: Tx, userId: string, id: string): Promise<LockedRedirect | undefined> {
  return locked(trx, userId).where('r.id', '=', id).executeTakeFirst()
}

export async function countRedirects(trx: Tx, userId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('redirects')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Undefined if somebody else took the path in the meantime. */
export function putRedirect(
  trx: Tx,
  redirect: { id: string; user_id: string; path: string; post_id: string },
): Promise<Selectable<Tables['redirects']> | undefined> {
  return trx
    .insertInto('redirects')
    .values(redirect)
    .onConflict(conflict =>
      conflict
        .column('path')
        .doUpdateSet({ post_id: redirect.post_id })
        .where('redirects.user_id', '=', redirect.user_id),
    )
    .returningAll()
    .executeTakeFirst()
}

export async function removeRedirect(trx: Tx, id: string): Promise<void> {
  await trx.deleteFrom('redirects').where('id', '=', id).execute()
}

/** The post that a path leads to, if everybody can read it. */
export async function findTarget(db: Db, path: string): Promise<{ username: string; slug: string } | undefined> {
  return db
    .selectFrom('redirects as r')
    .innerJoin('posts as p', 'p.id', 'r.post_id')
    .innerJoin('users as u', 'u.id', 'p.author_id')
    .select(['u.username', 'p.slug'])
    .where('r.path', '=', path)
    .where(readablePost('p', 'u'))
    .executeTakeFirst()
}
