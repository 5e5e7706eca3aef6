import { EXTERNAL_ID_MAX_CHARACTERS } from '@galley/contract/limits'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

const DIGEST_CHARACTERS = 32

export const sha256Hex = (bytes: Uint8Array): string => bytesToHex(sha256(bytes))

/** The external id of a post. A name that is too long is cut and ends with its digest. */
export function externalId(prefix: string, name: string): string {
  const id = `${prefix}:${name}`.normalize('NFC')
  if ([...id].length <= EXTERNAL_ID_MAX_CHARACTERS) return id
  const digest = sha256Hex(utf8ToBytes(id)).slice(0, DIGEST_CHARACTERS)
  const kept = [...id].slice(0, EXTERNAL_ID_MAX_CHARACTERS - DIGEST_CHARACTERS - 1).join('')
  return `${kept}~${digest}`
}
