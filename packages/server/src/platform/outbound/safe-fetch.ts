import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { createSecureContext, getCACertificates } from 'node:tls'
import type { DeliveryError, DeliveryErrorDetail } from '@galley/contract/delivery/webhooks'
import { Agent, buildConnector, type Dispatcher, errors } from 'undici'
import { isPublicAddress } from '../core/addresses/public-address.ts'
import { errorCode } from '../core/errors.ts'
import { withTimeout } from '../core/limits/with-timeout.ts'
import { type Bounds, exchange } from './http-exchange.ts'
import { publicNames, type ResolveName, resolveLocalName } from './resolve-name.ts'

/** The other two errors of a delivery do not concern the connection. */
export type FailureKind = Exclude<DeliveryError, 'status' | 'webhook_disabled'>
export type FailureDetail = DeliveryErrorDetail

interface Failure {
  readonly failure: FailureKind
  readonly detail: FailureDetail | null
}

export type Exchange =
  | {
      readonly responded: true
      readonly status: number
      readonly retryAfter?: string | undefined
      readonly location?: string | undefined
      readonly body: Buffer
      readonly durationMs: number
    }
  | (Failure & { readonly responded: false; readonly durationMs: number })

export interface SafeFetchOptions {
  readonly timeoutMs: number
  readonly bodyMaxBytes: number
  readonly allowPrivateNetwork: boolean
  /** An additional certificate authority, in PEM. */
  readonly ca: string | undefined
  /** Replaces the default name resolution. */
  readonly resolveName?: ResolveName
}

interface Target {
  readonly origin: string
  readonly path: string
}

const MOST_TARGETS = 1000

class BlockedAddressError extends Error {}
class UnknownNameError extends Error {}

/** The HTTP server closes a connection after 15 s without a response. */
const WAITED_FOR_MAX_MS = 10_000

/** How long a registration waits for a name look-up. */
const LOOKUP_TIMEOUT_MS = 2000

/**
 * Sends requests to user-supplied URLs (SSRF protection). It connects to public addresses only, checked on the address
 * that is connected to; follows no redirect, decompresses nothing, uses no proxy, and gives every exchange one deadline
 * from the name look-up to the last byte of the response. A failure is a result, never an exception.
 */
export class SafeFetch {
  readonly #options: SafeFetchOptions
  readonly #resolveName: ResolveName
  readonly #agent: Agent
  /** Connections are reused, because the same few hosts are called repeatedly. */
  readonly #targets = new Map<string, Target>()

  constructor(options: SafeFetchOptions) {
    this.#options = options
    this.#resolveName = options.resolveName ?? (options.allowPrivateNetwork ? resolveLocalName : publicNames())
    this.#agent = new Agent({
      connect: this.#connector(),
      keepAliveTimeout: 30_000,
      maxHeaderSize: 16_384,
      // The deadline of each exchange replaces all other time-outs.
      headersTimeout: 0,
      bodyTimeout: 0,
      // Every receiver supports HTTP/1.1; HTTP/2 has additional ways to flood a client.
      allowH2: false,
    })
  }

  /** The time limit of an exchange for whose result a client waits. */
  get waitedForMs(): number {
    return Math.min(this.#options.timeoutMs, WAITED_FOR_MAX_MS)
  }

  async post(
    url: string,
    headers: Record<string, string>,
    body: string,
    timeoutMs = this.#options.timeoutMs,
  ): Promise<Exchange> {
    const { bodyMaxBytes } = this.#options
    return this.#send(url, { method: 'POST', headers, body }, { timeoutMs, bodyMaxBytes })
  }

  /** Reads at most `bodyMaxBytes` from an address. */
  async get(
    url: string,
    headers: Record<string, string>,
    bodyMaxBytes: number,
    timeoutMs = this.waitedForMs,
  ): Promise<Exchange> {
    return this.#send(url, { method: 'GET', headers }, { timeoutMs, bodyMaxBytes })
  }

  async #send(
    url: string,
    sent: Pick<Dispatcher.DispatchOptions, 'method' | 'headers' | 'body'>,
    bounds: Bounds,
  ): Promise<Exchange> {
    const target = this.#targetOf(url)
    if (target === undefined) return { responded: false, failure: 'blocked_address', detail: null, durationMs: 0 }
    const started = performance.now()
    const result = await exchange(this.#agent, { ...target, ...sent }, bounds)
    const durationMs = Math.round(performance.now() - started)
    if (result.responded) return { ...result, durationMs }
    const failure = result.tookTooLong ? TIMEOUT : failureOf(result.error)
    return { responded: false, ...failure, durationMs }
  }

  #targetOf(url: string): Target | undefined {
    const known = this.#targets.get(url)
    if (known !== undefined) return known
    const parsed = addressable(url)
    if (parsed === undefined) return undefined
    if (this.#targets.size >= MOST_TARGETS) this.#targets.clear()
    const target = { origin: parsed.origin, path: parsed.pathname + parsed.search }
    this.#targets.set(url, target)
    return target
  }

  /** Whether a host is blocked as far as is known now; a name that does not resolve yet may do so later. */
  async isBlocked(hostname: string): Promise<boolean> {
    if (this.#options.allowPrivateNetwork) return false
    if (isLocalByName(hostname)) return true
    if (isIP(unbracket(hostname)) !== 0) return false
    const found = await this.#resolveWithin(hostname, LOOKUP_TIMEOUT_MS)
    return !found.every(({ address }) => isPublicAddress(address))
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  /**
   * Node skips a `lookup` hook for literal addresses, so those are checked before, and every socket again after
   * connecting.
   */
  #connector(): buildConnector.connector {
    const { ca, timeoutMs, allowPrivateNetwork } = this.#options
    const connect = buildConnector({
      timeout: timeoutMs,
      allowH2: false,
      // Created once: loading all authorities for each connection takes longer than the rest of the handshake.
      secureContext: createSecureContext(ca === undefined ? {} : { ca: [...getCACertificates(), ca] }),
      // Explicit, because an environment variable can change the default.
      rejectUnauthorized: true,
      lookup: this.#lookup,
    })
    if (allowPrivateNetwork) return connect
    return (target, done) => {
      if (isLocalByName(target.hostname)) return done(new BlockedAddressError(target.hostname), null)
      connect(target, (...[error, socket]) => {
        if (error !== null) return done(error, null)
        const remote = socket.remoteAddress ?? ''
        if (isPublicAddress(remote)) return done(null, socket)
        socket.destroy()
        done(new BlockedAddressError(remote), null)
      })
    }
  }

  /** Accepts only names whose addresses are all public: a mixed result is an attack. */
  readonly #lookup: LookupFunction = (hostname, options, done) => {
    const response = (found: readonly LookupAddress[]) => {
      const blocked = this.#options.allowPrivateNetwork
        ? undefined
        : found.find(({ address }) => !isPublicAddress(address))
      const [first] = found
      if (blocked !== undefined) done(new BlockedAddressError(blocked.address), [])
      else if (first === undefined) done(new UnknownNameError(hostname), [])
      else if (options.all) done(null, [...found])
      else done(null, first.address, first.family)
    }
    this.#resolveName(hostname).then(response, cause => done(new UnknownNameError(hostname, { cause }), []))
  }

  async #resolveWithin(host: string, timeoutMs: number): Promise<readonly LookupAddress[]> {
    const found = this.#resolveName(host).catch(() => [])
    return (await withTimeout(timeoutMs, found)) ?? []
  }
}

/** https only, and no user name or password, which would appear in logs. */
function addressable(text: string): URL | undefined {
  const url = URL.parse(text)
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '' ? url : undefined
}

const TIMEOUT: Failure = { failure: 'timeout', detail: null }
const PROTOCOL: Failure = { failure: 'protocol', detail: null }

/** By the error codes of Node and OpenSSL. */
const BY_CODE: Readonly<Record<string, Failure>> = {
  ETIMEDOUT: TIMEOUT,
  ECONNREFUSED: { failure: 'connect', detail: 'connection_refused' },
  ECONNRESET: { failure: 'connect', detail: 'connection_lost' },
  EPIPE: { failure: 'connect', detail: 'connection_lost' },
  UND_ERR_SOCKET: { failure: 'connect', detail: 'connection_lost' },
  EHOSTUNREACH: { failure: 'connect', detail: 'unreachable' },
  ENETUNREACH: { failure: 'connect', detail: 'unreachable' },
  EADDRNOTAVAIL: { failure: 'connect', detail: 'unreachable' },
  CERT_HAS_EXPIRED: { failure: 'tls', detail: 'certificate_expired' },
  CERT_NOT_YET_VALID: { failure: 'tls', detail: 'certificate_not_yet_valid' },
  DEPTH_ZERO_SELF_SIGNED_CERT: { failure: 'tls', detail: 'certificate_self_signed' },
  SELF_SIGNED_CERT_IN_CHAIN: { failure: 'tls', detail: 'certificate_untrusted' },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: { failure: 'tls', detail: 'certificate_untrusted' },
  UNABLE_TO_GET_ISSUER_CERT: { failure: 'tls', detail: 'certificate_untrusted' },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: { failure: 'tls', detail: 'certificate_untrusted' },
  ERR_TLS_CERT_ALTNAME_INVALID: { failure: 'tls', detail: 'certificate_name_mismatch' },
}

function failureOf(error: unknown): Failure {
  if (error instanceof AggregateError) return failureOf(error.errors[0])
  if (!(error instanceof Error)) return { failure: 'connect', detail: null }
  if (error instanceof BlockedAddressError) return { failure: 'blocked_address', detail: null }
  if (error instanceof UnknownNameError) return { failure: 'dns', detail: 'name_not_found' }
  if (error instanceof errors.HTTPParserError) return PROTOCOL
  // undici's errors for an unexpected interim response (100) and a protocol switch (101).
  if (error.message === 'bad response' || error.message === 'bad upgrade') return PROTOCOL
  const code = errorCode(error) ?? ''
  const known = BY_CODE[code]
  // undici reports every broken connection with the same code; the cause is more precise.
  if (code === 'UND_ERR_SOCKET' && error.cause !== undefined) return failureOf(error.cause)
  if (known !== undefined) return known
  if (/^UND_ERR_\w*TIMEOUT$/.test(code)) return TIMEOUT
  if (/CERT|UNABLE_TO/.test(code)) return { failure: 'tls', detail: 'certificate_untrusted' }
  if (/SSL|TLS|EPROTO/.test(code)) return { failure: 'tls', detail: 'handshake_failed' }
  if (/^UND_ERR_(HEADERS_OVERFLOW|RES|REQ|INVALID)/.test(code)) return PROTOCOL
  return error.cause === undefined ? { failure: 'connect', detail: null } : failureOf(error.cause)
}

/** Hosts that are blocked without a look-up: literal private addresses, and names that are local only. */
function isLocalByName(hostname: string): boolean {
  const host = unbracket(hostname)
  if (isIP(host) !== 0) return !isPublicAddress(host)
  return /(^|\.)(localhost|local|internal|home\.arpa)\.?$/i.test(host)
}

const unbracket = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')
