import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { AppError } from '../../../platform/core/errors.ts'

const Text = Type.String()
/** In base64, whose last characters fill up to a multiple of four. */
const bytes = (length: number) => Type.String({ pattern: `^[A-Za-z0-9+/]{${Math.ceil((length * 4) / 3)}}=*$` })

const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The key in an archive: readable, or encrypted with a passphrase (scrypt, AES-256-GCM; all bytes in base64). */
export const KeyEntry = Type.Union([
  Type.Object({ kind: Type.Literal('plain'), fingerprint: Text, key: Type.String({ minLength: 1 }) }),
  Type.Object({
    kind: Type.Literal('scrypt-aes-256-gcm'),
    fingerprint: Text,
    /** Decides how much memory is used: 128 MB at most. */
    cost: Type.Integer({ minimum: 2, maximum: 2 ** 17 }),
    salt: bytes(SALT_BYTES),
    nonce: bytes(NONCE_BYTES),
    tag: bytes(TAG_BYTES),
    sealed: Text,
  }),
])
export type KeyEntry = Static<typeof KeyEntry>

/** 64 MB of memory and about 0.2 s for one guess. */
const COST = 2 ** 16

export async function sealKey(key: string, passphrase: string | undefined): Promise<KeyEntry> {
  if (passphrase === undefined) return { kind: 'plain', fingerprint: fingerprintOf(key), key }
  const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)]
  const cipher = createCipheriv('aes-256-gcm', await derive(passphrase, salt, COST), nonce)
  const sealed = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()])
  const [saltText = '', nonceText = '', tag = '', sealedText = ''] = [salt, nonce, cipher.getAuthTag(), sealed].map(
    bytes => bytes.toString('base64'),
  )
  const fingerprint = fingerprintOf(key)
  return {
    kind: 'scrypt-aes-256-gcm',
    fingerprint,
    cost: COST,
    salt: saltText,
    nonce: nonceText,
    tag,
    sealed: sealedText,
  }
}

/** Tells whether two keys are the same. The key cannot be computed from it. */
export const fingerprintOf = (key: string): string =>
  Buffer.from(hkdfSync('sha256', key, '', 'galley key fingerprint', 8)).toString('hex')

/** `askPassphrase` is called only if the key is encrypted. */
export async function openKey(entry: KeyEntry, askPassphrase: () => Promise<string | undefined>): Promise<string> {
  if (entry.kind === 'plain') return entry.key
  const passphrase = await askPassphrase()
  if (passphrase === undefined) {
    throw new AppError(
      'VALIDATION_ERROR',
      'The key in this backup is encrypted with a passphrase. Set BACKUP_PASSPHRASE to it.',
    )
  }
  const [salt, nonce, tag, sealed] = [entry.salt, entry.nonce, entry.tag, entry.sealed].map(text =>
    Buffer.from(text, 'base64'),
  ) as [Buffer, Buffer, Buffer, Buffer]
  try {
    const decipher = createDecipheriv('aes-256-gcm', await derive(passphrase, salt, entry.cost), nonce)
    decipher.setAuthTag(tag)
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
  } catch {
    throw new AppError(
      'VALIDATION_ERROR',
      'The passphrase is not the one with which the key was encrypted, or the key in the backup is damaged.',
    )
  }
}

function derive(passphrase: string, salt: Buffer, cost: number): Promise<Buffer> {
  const options: ScryptOptions = { cost, blockSize: 8, parallelization: 1, maxmem: 256 * cost * 8 }
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 32, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
