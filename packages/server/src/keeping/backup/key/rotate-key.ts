import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { Settings } from '../../../platform/config.ts'
import { newSecret } from '../../../platform/core/credentials.ts'
import { AppError } from '../../../platform/core/errors.ts'
import { SecretBox } from '../../../platform/core/secret-box.ts'
import { syncFolder } from '../../../platform/core/sync-to-disk.ts'
import type { Db, Tx } from '../../../platform/db/connection/database.ts'
import { findOpeningKey, keyFile, nextKeyFile } from '../../../platform/db/secret-key.ts'
import { fingerprintOf } from '../archive/key-entry.ts'
import { rejectRunningServers } from './running-servers.ts'
import { reencryptAll } from './sealed-columns.ts'

export interface NewKey {
  readonly key: string
  /** Where it is stored: for good, or until a server has started with SECRET_KEY set to it. */
  readonly file: string
  readonly isSetting: boolean
}

/** Encrypts everything with a new key. No server may run: it would go on with the former key. */
export async function rotateKey(db: Db, settings: Settings): Promise<NewKey> {
  const former = await findOpeningKey(db, settings)
  if (former === undefined) {
    throw new AppError(
      'VALIDATION_ERROR',
      'The present key is not the one of this database, so nothing can be decrypted. If it is lost, use `galley key reset`.',
    )
  }
  return replaceKey(db, settings, (trx, box) => reencryptAll(trx, new SecretBox(former), box))
}

/**
 * The new key is written beside the former one, then the database changes in one transaction, then the file is renamed,
 * unless the key comes from SECRET_KEY. If the process is killed before that, the next start finds that the database
 * belongs to the new key.
 */
export async function replaceKey(
  db: Db,
  { secretKey, dataDir }: Settings,
  change: (trx: Tx, box: SecretBox) => Promise<void>,
): Promise<NewKey> {
  const key = newSecret()
  const next = nextKeyFile(dataDir)
  mkdirSync(dataDir, { recursive: true })
  keepOtherKey(next)
  writeFileSync(next, `${key}\n`, { mode: 0o600, flush: true })
  await syncFolder(dataDir)
  try {
    await db.transaction().execute(async trx => {
      await trx.selectFrom('secret_key_proof').select('one').forUpdate().execute()
      await rejectRunningServers(trx)
      await change(trx, new SecretBox(key))
    })
  } catch (error) {
    // If it is not known whether the transaction was committed, both files stay.
    if (error instanceof AppError) rmSync(next, { force: true })
    throw error
  }
  if (secretKey !== undefined) return { key, file: next, isSetting: true }
  renameSync(next, keyFile(dataDir))
  return { key, file: keyFile(dataDir), isSetting: false }
}

/** A key that no server has started with yet may be that of data which a restore has replaced, and `--undo` brings back. */
function keepOtherKey(next: string): void {
  if (existsSync(next)) renameSync(next, `${next}.${fingerprintOf(readFileSync(next, 'utf8').trim())}`)
}
