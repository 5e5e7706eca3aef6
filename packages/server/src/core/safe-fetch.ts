import { type LookupAddress, lookup } from 'node:dns'
import { isIP } from 'node:net'
import { getCACertificates } from 'node:tls'
import { Agent, buildConnector, type Dispatcher, request } from 'undici'
import { isPublicAddress } from './public-address.ts'

export type FailureKind = 'blocked_address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'protocol'

export type Exchange =
  | { readonly answered: true; readonly status: number; readonly body: Buffer; readonly durationMs: number }
  | { readonly answered: false; readonly failure: FailureKind; readonly durationMs: number }

export interface SafeFetchOptions {
  readonly timeoutMs: number
  readonly bodyMaxBytes: number
  readonly allowPrivateNetwork: boolean
  /** One more certificate authority to trust, in PEM. */
  readonly ca: string | undefined
}

class BlockedAddressError extends Error {}

/**
 * Sends to addresses that strangers name. It reaches public addresses only, checked on the very address that is
 * connected to; follows no redirect, decompresses nothing, knows no proxy, and gives every exchange one deadline,
 * from the name look-up to the last byte of the answer. A failure is a result, never an exception.
 */
export class SafeFetch {
  readonly #options: SafeFetchOptions
  readonly #agent: Agent

  constructor(options: SafeFetchOptions) {
    this.#options = options
    this.#agent = new Agent({ connect: this.#connector(), keepAliveTimeout: 30_000, maxHeaderSize: 16_384 })
  }

  async post(url: string, headers: Record<string, string>, body: string): Promise<Exchange> {
    const begun = performance.now()
    const durationMs = () => Math.round(performance.now() - begun)
    const signal = AbortSignal.timeout(this.#options.timeoutMs)
    try {
      const answer = await request(url, { method: 'POST', headers, body, signal, dispatcher: this.#agent })
      const start = await readStart(answer.body, this.#options.bodyMaxBytes)
      return { answered: true, status: answer.statusCode, body: start, durationMs: durationMs() }
    } catch (error) {
      return { answered: false, failure: signal.aborted ? 'timeout' : kindOf(error), durationMs: durationMs() }
    }
  }

  /** Whether a host is out of bounds, as far as can be known now; a name that does not resolve yet may do so later. */
  async isBlocked(hostname: string): Promise<boolean> {
    if (this.#options.allowPrivateNetwork) return false
    const host = unbracket(hostname)
    if (isIP(host) !== 0) return !isPublicAddress(host)
    if (/(^|\.)(localhost|local|internal|home\.arpa)\.?$/i.test(host)) return true
    const found = await lookUpWithin(host, 2000)
    return !found.every(({ address }) => isPublicAddress(address))
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  /** Node skips a `lookup` hook for literal addresses, so those are checked before, and every socket once more after. */
  #connector(): buildConnector.connector {
    const { ca, timeoutMs, allowPrivateNetwork } = this.#options
    const connect = buildConnector({
      timeout: timeoutMs,
      ...(ca !== undefined && { ca: [...getCACertificates(), ca] }),
      ...(!allowPrivateNetwork && { lookup: publicLookup }),
    })
    if (allowPrivateNetwork) return connect
    return (target, done) => {
      const host = unbracket(target.hostname)
      if (isIP(host) !== 0 && !isPublicAddress(host)) return done(new BlockedAddressError(host), null)
      connect(target, (...[error, socket]) => {
        if (error !== null) return done(error, null)
        const remote = socket.remoteAddress ?? ''
        if (isPublicAddress(remote)) return done(null, socket)
        socket.destroy()
        done(new BlockedAddressError(remote), null)
      })
    }
  }
}

/** Answers only names of which every address is public: one that mixes both is a trap. */
const publicLookup: typeof lookup = ((hostname: string, options: object, done: (...found: unknown[]) => void) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const blocked = found?.find(({ address }) => !isPublicAddress(address))
    if (error) done(error)
    else if (blocked !== undefined) done(new BlockedAddressError(blocked.address))
    else if ('all' in options && options.all) done(null, found)
    else done(null, found[0]?.address, found[0]?.family)
  })
}) as typeof lookup

function lookUpWithin(host: string, timeoutMs: number): Promise<LookupAddress[]> {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve([]), timeoutMs)
    lookup(host, { all: true }, (_error, found) => {
      clearTimeout(timer)
      resolve(found ?? [])
    })
  })
}

/** At most so many bytes; the rest is not even received. */
async function readStart(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    // Leaving the loop destroys the stream, and with it the connection.
    if (length >= maxBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

function kindOf(error: unknown): FailureKind {
  if (!(error instanceof Error)) return 'connect'
  if (error instanceof BlockedAddressError) return 'blocked_address'
  if (error instanceof AggregateError) return kindOf(error.errors[0])
  const code = 'code' in error ? String(error.code) : ''
  if (/^(ENOTFOUND|EAI_|ENODATA|EBADNAME)/.test(code)) return 'dns'
  if (/^UND_ERR_\w*TIMEOUT$|^ETIMEDOUT$/.test(code)) return 'timeout'
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code)) return 'tls'
  if (/^HPE_|^UND_ERR_(HEADERS_OVERFLOW|RES|REQ|INVALID)/.test(code)) return 'protocol'
  return error.cause === undefined ? 'connect' : kindOf(error.cause)
}

const unbracket = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')
