import { hash, randomInt } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A new secret of letters and digits only, which needs no escaping in shells and URLs. */
export function newSecret(length = 64): string {
  let secret = ''
  for (let i = 0; i < length; i++) secret += ALPHABET[randomInt(ALPHABET.length)]
  return secret
}

/** The stored hash of a secret. With 380 bits of entropy a plain hash is enough, and it can be looked up by index. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
