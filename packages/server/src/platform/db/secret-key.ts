import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { newSecret } from '../core/credentials.ts'
import { errorCode, errorMessage } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import { SecretBox } from '../core/secret-box.ts'
import { SettingsError } from '../core/settings/environment-reader.ts'
import type { Db } from './connection/database.ts'
import { fileErrorReason } from './embedded/start-error.ts'

const PROOF = 'this key opens what this database holds'

interface KeySettings {
  readonly secretKey: string | undefined
  readonly dataDir: string
}

export const keyFile = (dataDir: string): string => join(dataDir, 'secret.key')
/**
 * A new key is written here before the database is re-encrypted, and takes the place of the other one after that. With
 * SECRET_KEY it stays here until a server has started with it: its output may have been lost.
 */
export const nextKeyFile = (dataDir: string): string => join(dataDir, 'secret.key.next')

/**
 * The key for data that is encrypted at rest: from the settings, or generated for this data folder at the first start.
 */
export async function openSecretBox(db: Db, settings: KeySettings): Promise<SecretBox> {
  // Not if the key of the database is missing: the new file would look like it.
  if (!(await hasKeyProof(db)))
    await insertKeyProof(db, new SecretBox(settings.secretKey ?? readOrMakeKey(settings.dataDir)))
  const key = await findOpeningKey(db, settings)
  if (key !== undefined) return new SecretBox(key)
  throw new SettingsError(
    'SECRET_KEY is not the key that this database was set up with (without the setting, it is the file secret.key in the data folder). ' +
      'Set SECRET_KEY to the former value; all processes on one database need the same. ' +
      'If the former key is lost, `galley key reset` makes a new one: docs/backup.md explains what is lost then.',
  )
}

/**
 * Throws if the key was changed since the box was opened. A server calls it at its start and after every reconnection: a
 * change of the key recognises running servers by their connections to the database. A change that is under way holds the
 * lock of the proof, so this waits for it. A later one finds this server, and is rejected.
 */
export async function requireSameKey(db: Db, box: SecretBox): Promise<void> {
  await sql`select from secret_key_proof for share`.execute(db)
  if (await opensDatabase(db, box)) return
  throw new SettingsError('The secret key was changed after this server had read it. Start it again with the new key.')
}

/** The key of this installation; undefined if there is none yet. */
export function findSecretKey({ secretKey, dataDir }: KeySettings): string | undefined {
  if (secretKey !== undefined) return secretKey
  return existsSync(keyFile(dataDir)) ? readKey(keyFile(dataDir)) : undefined
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const fix = 'Give the file to the user who runs Galley, or set SECRET_KEY to its content.'
    throw explained(error, `The key in ${file} cannot be read`, fix)
  }
}

/** Errors of the file system, with what to do. Other errors are returned unchanged. */
function explained(error: unknown, what: string, fix: string): unknown {
  const reason = fileErrorReason(error)
  return reason === undefined ? error : new SettingsError(`${what}: ${reason}. ${fix}`)
}

function readOrMakeKey(dataDir: string): string {
  try {
    writeNewKey(dataDir, newSecret())
  } catch (error) {
    const fix = 'Give that folder to the user who runs Galley, set DATA_DIR to another one, or set SECRET_KEY.'
    throw explained(error, `A new key cannot be stored in ${dataDir}`, fix)
  }
  return readKey(keyFile(dataDir))
}

/** Writes the key unless there is one: of two processes that start together, one makes the key and both read it. */
export function writeNewKey(dataDir: string, key: string): void {
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(keyFile(dataDir), `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
}

/**
 * The key of this installation, if it is that of the database. After a rotation that was interrupted, that is the key in
 * the file beside it, which then becomes the present one. With SECRET_KEY the operator has to set it.
 */
export async function findOpeningKey(db: Db, settings: KeySettings): Promise<string | undefined> {
  const present = findSecretKey(settings)
  if (present !== undefined && (await opensDatabase(db, new SecretBox(present)))) return present
  const found = await findNextKey(db, settings.dataDir)
  if (found === undefined) return undefined
  const { key: next, file } = found
  if (settings.secretKey !== undefined) {
    throw new SettingsError(
      `The key was changed, and SECRET_KEY is still the former one. The new one is in ${file}: set SECRET_KEY to it, in every process.`,
    )
  }
  renameSync(file, keyFile(settings.dataDir))
  return next
}

/** A new key that is not in its final place yet, if it is that of the database. */
export async function findNextKey(db: Db, dataDir: string): Promise<{ key: string; file: string } | undefined> {
  for (const file of nextKeyFiles(dataDir)) {
    const key = readKey(file)
    if (await opensDatabase(db, new SecretBox(key))) return { key, file }
  }
  return undefined
}

/** Also those of earlier rotations with which no server has started. */
function nextKeyFiles(dataDir: string): string[] {
  const next = nextKeyFile(dataDir)
  if (!existsSync(dataDir)) return []
  return readdirSync(dataDir).flatMap(name => (name.startsWith(basename(next)) ? join(dataDir, name) : []))
}

/** A server has started with the key. Another one in that file stays: it may be that of data that a restore replaced. */
export function removeNextKey({ secretKey, dataDir }: KeySettings, log: Logger): void {
  try {
    for (const file of nextKeyFiles(dataDir)) if (readKey(file) === secretKey) rmSync(file)
  } catch (error) {
    log.warn(`${nextKeyFile(dataDir)} is no longer needed, and could not be deleted: ${errorMessage(error)}`)
  }
}

/**
 * Stores a known text encrypted with the key, so that a start with another key fails here and not at the first secret.
 */
async function insertKeyProof(db: Db, box: SecretBox): Promise<void> {
  await sql`insert into secret_key_proof (sealed) values (${box.seal(PROOF)}) on conflict do nothing`.execute(db)
}

export async function replaceKeyProof(db: Db, box: SecretBox): Promise<void> {
  await db.deleteFrom('secret_key_proof').execute()
  await insertKeyProof(db, box)
}

/** Whether the database was set up with a key. */
export async function hasKeyProof(db: Db): Promise<boolean> {
  return (await sql`select from secret_key_proof`.execute(db)).rows.length > 0
}

/** Whether the key is that of the database; true if the database has none yet. */
export async function opensDatabase(db: Db, box: SecretBox): Promise<boolean> {
  const { rows } = await sql<{ sealed: Buffer }>`select sealed from secret_key_proof`.execute(db)
  if (rows[0] === undefined) return true
  try {
    return box.open(rows[0].sealed) === PROOF
  } catch {
    // It cannot be decrypted: the key is another one.
    return false
  }
}
