import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts what must be read again later (AES-256-GCM): nonce, tag and ciphertext in one buffer. */
export class SecretBox {
  /** As a key object, because Node would import plain bytes with each call. */
  readonly #key: KeyObject
  readonly #tokenKey: KeyObject

  constructor(secretKey: string) {
    this.#key = derive(secretKey, 'galley secret box')
    this.#tokenKey = derive(secretKey, 'galley tokens')
  }

  /** A token that only holders of the key can make, and that is the same on each of them. */
  token(purpose: string): string {
    return createHmac('sha256', this.#tokenKey).update(purpose).digest('base64url')
  }

  seal(text: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
  }

  open(sealed: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, NONCE_BYTES))
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  }
}

const derive = (secretKey: string, purpose: string): KeyObject =>
  createSecretKey(new Uint8Array(hkdfSync('sha256', secretKey, '', purpose, 32)))
