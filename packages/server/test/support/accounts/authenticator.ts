import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

interface Options {
  readonly options: Record<string, unknown>
}

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** A passkey in software: what a browser and its device answer to the options of the server. */
export class Authenticator {
  readonly #origin: string
  readonly #key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #id = randomBytes(16)
  #count = 0
  /** Whether the device has checked who uses it. */
  verifiesUser = true
  /** What the browser says about the page: whether it is in a frame on a page of another site. */
  page: { crossOrigin: boolean; topOrigin?: string } = { crossOrigin: false }

  constructor(origin: string) {
    this.#origin = origin
  }

  create({ options }: Options): Record<string, unknown> {
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' })
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ])
    const length = Buffer.from([0, this.#id.length])
    const data = this.#data((options['rp'] as { id: string }).id, HAS_CREDENTIAL, [
      Buffer.alloc(16),
      length,
      this.#id,
      key,
    ])
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a06861757468446174615894', 'hex'),
      data,
    ])
    const clientDataJSON = base64(this.#clientData('webauthn.create', options['challenge']))
    return this.#credential({ clientDataJSON, attestationObject: base64(attestation), transports: ['internal'] })
  }

  get({ options }: Options): Record<string, unknown> {
    const data = this.#data(options['rpId'] as string, 0, [])
    const client = this.#clientData('webauthn.get', options['challenge'])
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(client)]))
      .sign(this.#key.privateKey)
    return this.#credential({
      clientDataJSON: base64(client),
      authenticatorData: base64(data),
      signature: base64(signature),
    })
  }

  #data(host: string, flags: number, rest: readonly Buffer[]): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++this.#count)
    const all = USER_PRESENT | (this.verifiesUser ? USER_VERIFIED : 0) | flags
    return Buffer.concat([sha256(host), Buffer.from([all]), count, ...rest])
  }

  #clientData(type: string, challenge: unknown): string {
    return JSON.stringify({ type, challenge, origin: this.#origin, ...this.page })
  }

  #credential(response: Record<string, unknown>): Record<string, unknown> {
    const id = base64(this.#id)
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }
}
