import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { newSecret } from '../core/credentials.ts'
import { SettingsError } from '../core/environment-reader.ts'
import { SecretBox } from '../core/secret-box.ts'
import type { Db } from './database.ts'

const PROOF = 'this key opens what this database holds'

/**
 * The key for data that is encrypted at rest: from the settings, or generated for this data folder at the first start.
 */
export async function openSecretBox(
  db: Db,
  settings: { secretKey: string | undefined; dataDir: string },
): Promise<SecretBox> {
  const box = new SecretBox(settings.secretKey ?? readOrMakeKey(settings.dataDir))
  await proveKey(db, box)
  return box
}

/** The key of this installation, if there is one. */
export function findSecretKey(settings: { secretKey: string | undefined; dataDir: string }): string | undefined {
  const file = keyFile(settings.dataDir)
  return settings.secretKey ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined)
}

const keyFile = (dataDir: string): string => join(dataDir, 'secret.key')

function readOrMakeKey(dataDir: string): string {
  const file = keyFile(dataDir)
  mkdirSync(dataDir, { recursive: true })
  try {
    // `wx` fails if the file exists: of two processes that start together, one makes the key and both read it.
    writeFileSync(file, `${newSecret()}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(file, 'utf8').trim()
}

/**
 * Stores a known text encrypted with the key, so that a start with another key fails here and not at the first secret.
 */
async function proveKey(db: Db, box: SecretBox): Promise<void> {
  await sql`insert into secret_key_proof (sealed) values (${box.seal(PROOF)}) on conflict do nothing`.execute(db)
  const { rows } = await sql<{ sealed: Buffer }>`select sealed from secret_key_proof`.execute(db)
  try {
    if (rows[0] !== undefined && box.open(rows[0].sealed) === PROOF) return
  } catch {
    // It cannot be decrypted: the key is another one.
  }
  throw new SettingsError(
    'SECRET_KEY is not the key that this database was set up with (without the setting, it is the file secret.key in the data folder). ' +
      'Set SECRET_KEY to the former value; all processes on one database need the same.',
  )
}
