import { CompiledQuery, type Selectable, sql } from 'kysely'
import { type FieldIssue, invalid, notFound } from '../../platform/core/errors.ts'
import { isUuid, newId } from '../../platform/core/ids.ts'
import { brokenUniqueConstraint, type Db, type Tx } from '../../platform/db/connection/database.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { type DerivedFields, type PostState, WRITTEN_FIELDS } from './rules/post-state.ts'
import { VERSION_COLUMNS, VERSION_OF_POST } from './version-columns.ts'

export type PostRow = Selectable<Tables['posts']>
/** A post without its content, with the digest of the content in hex. */
export type ListedPost = Omit<PostRow, 'content' | 'free_length' | 'content_sha256'> & { content_sha256: string }

// The statements of frequent requests are built once: building one for each request took longer than sending it.

const OWN_POST = "select * from posts where author_id = $1 and id = $2 and status <> 'deleted'"

const LOCK_OWN_POST = `${OWN_POST} for update`

/** Throws if the author has no such post. A malformed id is like an unknown one. */
export const requirePost = (db: Db, authorId: string, id: string) => readOwn(db, OWN_POST, authorId, id)

/** The same, and locks the row until the transaction ends, so that changes of one post are serialised. */
export const lockPost = (trx: Tx, authorId: string, id: string) => readOwn(trx, LOCK_OWN_POST, authorId, id)

async function readOwn(db: Db, statement: string, authorId: string, id: string): Promise<PostRow> {
  const query = CompiledQuery.raw(statement, [authorId, id])
  const post = isUuid(id) ? (await db.executeQuery<PostRow>(query)).rows[0] : undefined
  if (post === undefined) throw notFound('Post')
  return post
}

export function findPostByExternalId(db: Db, authorId: string, externalId: string): Promise<PostRow | undefined> {
  return own(db, authorId).where('external_id', '=', externalId).executeTakeFirst()
}

export function lockPostByExternalId(trx: Tx, authorId: string, externalId: string): Promise<PostRow | undefined> {
  return own(trx, authorId).where('external_id', '=', externalId).forUpdate().executeTakeFirst()
}

const own = (db: Db, authorId: string) =>
  db
    .selectFrom('posts')
    .selectAll()
    .where('author_id', '=', authorId)
    // Not a parameter: a kept plan could not use the index of posts that are not deleted.
    .where('status', '<>', sql.lit('deleted'))

/** The writer knows all other columns. Reading a long text back would take longer than writing it. */
const SET_BY_DATABASE = [
  'created_at',
  'updated_at',
  'published_at',
  'deleted_at',
  'hidden_at',
  'hidden_reason',
  'version',
  'content_sha256',
  'view_count',
  'like_count',
  'comment_count',
  'save_count',
  'resonated_count',
  'salon_key',
] as const

/** The times that an imported post had elsewhere. */
export interface GivenTimes {
  readonly created_at?: Date
  readonly published_at?: Date
}

const INSERTED_COLUMNS = ['id', 'author_id', 'slug', ...WRITTEN_FIELDS, 'excerpt', 'free_length'] as const
const INSERT_PARAMETERS = [...INSERTED_COLUMNS, 'created_at', 'published_at', 'revision_id', 'client_name'] as const

const parameter = (name: (typeof INSERT_PARAMETERS)[number]): string => `$${INSERT_PARAMETERS.indexOf(name) + 1}`

/** The first revision is part of the same statement, because each statement costs a round trip. */
const INSERT_POST = `
  with p as (
    insert into posts (${INSERTED_COLUMNS.join(', ')}, created_at, published_at)
    values (${INSERTED_COLUMNS.map(parameter).join(', ')}, coalesce(${parameter('created_at')}, now()),
      coalesce(${parameter('published_at')}, case when ${parameter('status')} = 'published' then now() end))
    returning *
  ), revision as (
    insert into post_revisions (id, post_id, client_name, ${VERSION_COLUMNS}, created_at, saved_at)
    select ${parameter('revision_id')}, p.id, ${parameter('client_name')}, ${VERSION_OF_POST}, p.updated_at, p.updated_at
    from p
  )
  select ${SET_BY_DATABASE.join(', ')} from p`

export async function insertPost(
  trx: Tx,
  post: PostState & DerivedFields & GivenTimes & { id: string; author_id: string; slug: string },
  clientName: string | null,
): Promise<PostRow> {
  const values = { created_at: null, published_at: null, ...post, revision_id: newId(), client_name: clientName }
  const query = CompiledQuery.raw(
    INSERT_POST,
    INSERT_PARAMETERS.map(name => values[name]),
  )
  const { rows } = await trx.executeQuery<Pick<PostRow, (typeof SET_BY_DATABASE)[number]>>(query)
  return { ...post, ...rows[0]! }
}

/** Not `now()`, which is the start of the transaction and may be before a change that it waited for. */
export const PRESENT = sql<Date>`statement_timestamp()`

/** The caller has locked the post, so that no other column has changed since. */
export async function updatePost(
  trx: Tx,
  before: PostRow,
  change: Partial<PostState & DerivedFields> & GivenTimes,
  isPublishedNow: boolean,
): Promise<PostRow> {
  const set = await trx
    .updateTable('posts')
    .set({
      ...(isPublishedNow && { published_at: PRESENT }),
      ...change,
      updated_at: PRESENT,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', before.id)
    .returning(SET_BY_DATABASE)
    .executeTakeFirstOrThrow()
  return { ...before, ...change, ...set }
}

/** The row stays, so that it can be restored. The rendered page and the preview links are deleted. */
export async function markDeleted(trx: Tx, id: string): Promise<Date> {
  const { updated_at } = await trx
    .with('page', db => db.deleteFrom('post_pages').where('post_id', '=', id))
    .with('links', db => db.deleteFrom('preview_links').where('post_id', '=', id))
    .updateTable('posts')
    .set({ status: 'deleted', deleted_at: PRESENT, updated_at: PRESENT, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returning('updated_at')
    .executeTakeFirstOrThrow()
  return updated_at
}

/** Locks a post if it is due by the database's clock; waits for a concurrent change. */
export function lockDuePost(trx: Tx, id: string): Promise<PostRow | undefined> {
  return trx
    .selectFrom('posts')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', sql.lit('scheduled'))
    .where('scheduled_for', '<=', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
}

/** Whether the author has a post with this slug. Deleted ones count: they can be restored. */
export async function isSlugTaken(trx: Tx, authorId: string, slug: string): Promise<boolean> {
  const { rows } = await sql`select from posts where author_id = ${authorId} and slug = ${slug}`.execute(trx)
  return rows.length > 0
}

export async function duePosts(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('posts')
    .select('id')
    .where('status', '=', sql.lit('scheduled'))
    .where('scheduled_for', '<=', sql<Date>`now()`)
    .orderBy('scheduled_for')
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}

export const EXTERNAL_ID_TAKEN: FieldIssue = {
  field: 'external_id',
  code: 'INVALID_VALUE',
  message: 'Another post of yours has this external id.',
}

/** Turns a violation of the unique index into an error of `external_id`. */
export async function rejectTakenExternalId<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (brokenUniqueConstraint(error) !== 'posts_external_id') throw error
    throw invalid(EXTERNAL_ID_TAKEN)
  }
}
