import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const MOST_OPENED = 1000

/** Encrypts what must be read again later (AES-256-GCM): nonce, tag and ciphertext in one buffer. */
export class SecretBox {
  /** Not as bytes, which Node would take for a key anew each time: that takes longer than the rest. */
  readonly #key: KeyObject
  /** A webhook's secret is wanted for each of its deliveries; to open it takes longer than to sign with it. */
  readonly #opened = new Map<string, string>()

  constructor(secretKey: string) {
    this.#key = createSecretKey(new Uint8Array(hkdfSync('sha256', secretKey, '', 'galley secret box', 32)))
  }

  seal(text: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
  }

  open(sealed: Buffer): string {
    const name = sealed.toString('latin1')
    const known = this.#opened.get(name)
    if (known !== undefined) return known
    const text = this.#decrypt(sealed)
    if (this.#opened.size >= MOST_OPENED) this.#opened.clear()
    this.#opened.set(name, text)
    return text
  }

  #decrypt(sealed: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, NONCE_BYTES))
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  }
}
