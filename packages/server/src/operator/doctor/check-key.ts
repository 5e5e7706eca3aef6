import type { Settings } from '../../platform/config.ts'
import { SecretBox } from '../../platform/core/secret-box.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { hasTable } from '../../platform/db/has-table.ts'
import {
  findNextKey,
  findSecretKey,
  hasKeyProof,
  keyFile,
  nextKeyFile,
  opensDatabase,
} from '../../platform/db/secret-key.ts'
import { type Finding, failed, ok, skipped, warning } from './finding.ts'

const NAME = 'key'

/** Whether the secret key is that of the database. With another one, the server does not start. */
export async function checkKey(db: Db | undefined, settings: Settings): Promise<Finding> {
  if (db === undefined || !(await hasTable(db, 'secret_key_proof')) || !(await hasKeyProof(db))) {
    return skipped(NAME, 'The database has no key yet. The first start makes one, or takes SECRET_KEY.')
  }
  const file = keyFile(settings.dataDir)
  const where = settings.secretKey === undefined ? file : 'SECRET_KEY'
  const key = findSecretKey(settings)
  if (key !== undefined && (await opensDatabase(db, new SecretBox(key)))) {
    return ok(NAME, `The key of the database is in ${where}.`)
  }
  if ((await findNextKey(db, settings.dataDir)) !== undefined) {
    const next = nextKeyFile(settings.dataDir)
    if (settings.secretKey === undefined)
      return warning(NAME, 'A change of the key was interrupted.', 'Start the server. It goes on.')
    return failed(NAME, `The key was changed: the new one is in ${next}.`, 'Set SECRET_KEY to it, in every process.')
  }
  const otherWay =
    settings.secretKey === undefined
      ? 'copy the former secret.key to the data folder'
      : `remove it if the former key is in ${file}`
  return failed(
    NAME,
    key === undefined ? `There is no key in ${where}.` : `The key in ${where} is not that of the database.`,
    `Set SECRET_KEY to the former key, or ${otherWay}. docs/backup.md says where to look for it.`,
  )
}
