import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../db/connection/database.ts'
import { readablePost } from '../db/readable-post.ts'
import type { RedirectsTable } from '../db/schema.ts'

export type RedirectRow = Selectable<RedirectsTable> & { readonly slug: string }

export async function listRedirects(
  db: Db,
  userId: string,
  { postId, limit, offset }: { postId: string | undefined; limit: number; offset: number },
): Promise<{ redirects: RedirectRow[]; total: number }> {
  const own = db
    .selectFrom('redirects as r')
    .innerJoin('posts as p', 'p.id', 'r.post_id')
    .where('r.user_id', '=', userId)
    .where('p.status', '<>', 'deleted')
    .$if(postId !== undefined, query => query.where('r.post_id', '=', postId!))
  const [redirects, { total }] = await Promise.all([
    own.selectAll('r').select('p.slug').orderBy('r.path').limit(limit).offset(offset).execute(),
    own.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { redirects, total }
}

export function lockRedirect(trx: Tx, path: string): Promise<Selectable<RedirectsTable> | undefined> {
  return trx.selectFrom('redirects').selectAll().where('path', '=', path).forUpdate().executeTakeFirst()
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
): Promise<Selectable<RedirectsTable> | undefined> {
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

export async function removeRedirect(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('redirects')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
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
