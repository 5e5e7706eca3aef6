import { createHash, randomInt } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A secret that its holder shows as it is: letters and digits only, so that it survives shells, URLs and double clicks. */
export function newSecret(length = 64): string {
  let secret = ''
  for (let i = 0; i < length; i++) secret += ALPHABET[randomInt(ALPHABET.length)]
  return secret
}

/** What we keep of a secret. It has 380 bits of entropy, so a plain hash is enough and looks up in one index probe. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
