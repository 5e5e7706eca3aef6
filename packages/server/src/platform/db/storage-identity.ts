import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { errorCode } from '../core/errors.ts'
import { SettingsError } from '../core/settings/environment-reader.ts'
import type { Db, Tx } from './connection/database.ts'

/** Not hidden, so that a copy of all files in the folder includes it. */
const ID_FILE = 'storage.id'

/**
 * Fails if the storage folder is not the one that this database knows: a node with a folder of its own would miss the
 * images of the others. The first start records the folder. It may be moved, because its id is in a file inside it. S3
 * needs no check: all nodes use the same bucket.
 */
export async function checkStorageIdentity(
  db: Db,
  { storage, dataDir }: { readonly storage: { readonly kind: 'disk' | 's3' }; readonly dataDir: string },
): Promise<void> {
  if (storage.kind !== 'disk') return
  const folder = join(dataDir, 'media')
  const known = await db.transaction().execute(async trx => {
    // One after the other, so that of nodes that start together one records its folder.
    await sql`lock table storage_identity in exclusive mode`.execute(trx)
    const row = await trx.selectFrom('storage_identity').select('id').executeTakeFirst()
    return row?.id ?? recordFolder(trx, folder)
  })
  const found = await readId(folder)
  if (found === known) return
  throw new SettingsError(
    `The images of this database are not in ${folder}: ` +
      `${found === undefined ? `there is no file ${ID_FILE}` : `its file ${ID_FILE} contains ${found}`}, and the database expects ${known}. ` +
      'Set DATA_DIR to the folder with the images. Several machines need one shared folder, or STORAGE=s3. ' +
      `If this is the right folder, for example a restored one, write ${known} into ${join(folder, ID_FILE)} and start again.`,
  )
}

/** The file is written before the commit, so that an interrupted start can be repeated. */
async function recordFolder(trx: Tx, folder: string): Promise<string> {
  const id = (await readId(folder)) ?? (await makeId(folder))
  await trx.insertInto('storage_identity').values({ id }).execute()
  return id
}

async function readId(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, ID_FILE), 'utf8')).trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

async function makeId(folder: string): Promise<string> {
  const id = randomUUID()
  await mkdir(folder, { recursive: true })
  const draft = join(folder, `${ID_FILE}.${id}`)
  await writeFile(draft, `${id}\n`, { flush: true })
  await rename(draft, join(folder, ID_FILE))
  return id
}
