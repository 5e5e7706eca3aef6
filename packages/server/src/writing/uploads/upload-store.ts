import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/connection/database.ts'
import type { Tables } from '../../platform/db/schema.ts'

export type UploadRow = Selectable<Tables['uploads']>
/** What is known of an image before it is in the table. */
export type NewUpload = Omit<UploadRow, 'unused_since' | 'created_at' | 'deleted_at'>

/** Whose image it is. A thumbnail has a path of its own for each post. */
export interface ImageOwner {
  readonly userId: string
  readonly postId: string | null
}

/**
 * An earlier upload of the same bytes. It counts as uploaded now, so that it is not collected soon, and gets the name
 * under which it was sent this time.
 */
export function keepSameUpload(
  db: Db,
  { userId, postId }: ImageOwner,
  digest: Buffer,
  fileName?: string,
): Promise<UploadRow | undefined> {
  return db
    .updateTable('uploads')
    .set({
      unused_since: sql<Date | null>`case when unused_since is not null then now() end`,
      ...(fileName !== undefined && { file_name: fileName }),
    })
    .where(
      'id',
      '=',
      db
        .selectFrom('uploads')
        .select('id')
        .where('user_id', '=', userId)
        .where(sql<boolean>`post_id is not distinct from ${postId}::uuid`)
        .where('deleted_at', 'is', null)
        .where(isDigest(digest))
        .orderBy('created_at')
        .orderBy('id')
        .limit(1),
    )
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

const BATCH = 500

/** All images, in the order of their paths. */
export async function* eachImage(db: Db): AsyncGenerator<Pick<UploadRow, 'path' | 'stored_sha256'>> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const images: Pick<UploadRow, 'path' | 'stored_sha256'>[] = await db
      .selectFrom('uploads')
      .select(['path', 'stored_sha256'])
      .where('deleted_at', 'is', null)
      .where('path', '>', after)
      .orderBy('path')
      .limit(BATCH)
      .execute()
    yield* images
    after = images.at(-1)?.path
  }
}

/** Of the file as it was sent, or as it is served: a tool may have either. */
const isDigest = (digest: Buffer) => sql<boolean>`(sha256 = ${digest} or stored_sha256 = ${digest})`

/** An image that was recorded in the meantime, because its file was found, gets the digest of the sent file. */
export function insertUpload(trx: Tx, upload: NewUpload): Promise<UploadRow> {
  return trx
    .insertInto('uploads')
    .values({ ...upload, unused_since: sql<Date>`now()` })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ sha256: upload.sha256, file_name: upload.file_name }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Records an image whose file was found. Skipped if it is known, or if its owner does not exist. */
export async function insertFoundUpload(db: Db, upload: NewUpload & { created_at: Date }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('uploads')
    .columns([...FOUND_COLUMNS, 'unused_since'])
    .expression(
      db
        .selectFrom('users')
        .where('users.id', '=', upload.user_id)
        .select([
          ...FOUND_COLUMNS.map(column => sql<unknown>`${upload[column]}::${sql.raw(TYPES[column])}`.as(column)),
          // It is not known whether it was used, so its time begins now. A thumbnail was.
          sql<Date | null>`case when ${upload.post_id}::uuid is null
            and not exists (select from image_uses where image_id = ${upload.id}) then now() end`.as('unused_since'),
        ]),
    )
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

const TYPES = {
  id: 'uuid',
  user_id: 'uuid',
  post_id: 'uuid',
  path: 'text',
  file_name: 'text',
  file_size: 'integer',
  mime_type: 'text',
  width: 'integer',
  height: 'integer',
  sha256: 'bytea',
  stored_sha256: 'bytea',
  created_at: 'timestamptz',
} as const
const FOUND_COLUMNS = Object.keys(TYPES) as (keyof typeof TYPES)[]

/** The paths that are in the table, deleted ones included. */
export async function knownPaths(db: Db, paths: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('uploads').select('path').where('path', 'in', paths).execute()
  return new Set(rows.map(({ path }) => path))
}

export async function listUploads(
  db: Db,
  userId: string,
  { sha256, limit, offset }: { sha256: Buffer | undefined; limit: number; offset: number },
): Promise<{ uploads: UploadRow[]; total: number }> {
  const own = db.selectFrom('uploads').where('user_id', '=', userId).where('deleted_at', 'is', null)
  const found = sha256 === undefined ? own : own.where(isDigest(sha256))
  const [uploads, { total }] = await Promise.all([
    found.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { uploads, total }
}

/** Locked, so that no use can be recorded before the transaction ends. */
export function lockUpload(trx: Tx, userId: string, id: string): Promise<UploadRow | undefined> {
  return trx
    .selectFrom('uploads')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** The path of an image that is not deleted. */
export async function findUploadPath(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('uploads')
    .select('path')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.path
}

export async function markUploadDeleted(trx: Tx, id: string): Promise<void> {
  await trx.updateTable('uploads').set({ deleted_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

export async function deleteUploadRow(db: Db, path: string): Promise<void> {
  await db.deleteFrom('uploads').where('path', '=', path).execute()
}

/** Images that were deleted and whose files may still exist. */
export async function deletedUploads(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('path')
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at')
    .limit(limit)
    .execute()
  return rows.map(({ path }) => path)
}

/**
 * Marks unused images as deleted. Rows that a change of a post has locked are skipped. The uses are read by a later
 * statement than the one that locks, so every use that was committed before the lock is seen.
 */
export async function markUnusedDeleted(trx: Tx, retentionMs: number, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from uploads
    where deleted_at is null and unused_since < now() - make_interval(secs => ${retentionMs / 1000})
    order by unused_since limit ${limit} for update skip locked`.execute(trx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  const used = sql`exists (select from image_uses where image_id = uploads.id)`
  await sql`update uploads set unused_since = null where id = any(${ids}) and ${used}`.execute(trx)
  await sql`update uploads set deleted_at = now() where id = any(${ids}) and not ${used}`.execute(trx)
  return ids.length
}
