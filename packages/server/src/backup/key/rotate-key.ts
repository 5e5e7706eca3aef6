import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { Settings } from '../../config.ts'
import { newSecret } from '../../core/credentials.ts'
import { AppError } from '../../core/errors.ts'
import { SecretBox } from '../../core/secret-box.ts'
import type { Db, Tx } from '../../db/connection/database.ts'
import { findOpeningKey, keyFile, nextKeyFile } from '../../db/secret-key.ts'
import { refuseRunningServers } from './running-servers.ts'
import { reencrypt } from './sealed-columns.ts'

export interface NewKey {
  readonly key: string
  /** Undefined: SECRET_KEY has to be set to the new key. */
  readonly file: string | undefined
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
  return replaceKey(db, settings, (trx, box) => reencrypt(trx, new SecretBox(former), box))
}

/**
 * The new key is written beside the former one, then the database changes in one transaction, then the file is renamed.
 * If the process is killed before the rename, the next start finds that the database belongs to the new key.
 */
export async function replaceKey(
  db: Db,
  { secretKey, dataDir }: Settings,
  change: (trx: Tx, box: SecretBox) => Promise<void>,
): Promise<NewKey> {
  const key = newSecret()
  const file = secretKey === undefined ? keyFile(dataDir) : undefined
  const next = nextKeyFile(dataDir)
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(next, `${key}\n`, { mode: 0o600, flush: true })
  try {
    await db.transaction().execute(async trx => {
      await trx.selectFrom('secret_key_proof').select('one').forUpdate().execute()
      await refuseRunningServers(trx)
      await change(trx, new SecretBox(key))
    })
  } catch (error) {
    // If it is not known whether the transaction was committed, both files stay.
    if (error instanceof AppError) rmSync(next, { force: true })
    throw error
  }
  if (file === undefined) rmSync(next)
  else renameSync(next, file)
  return { key, file }
}
