import { Gauge, type Registry } from '@prometheus-io/client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/core/errors.ts'
import { addressKey } from '../../platform/core/limits/rate-limits.ts'

const MIB = 1024 * 1024
/** Of one address and of one account: eight of the largest responses, which are about 5 MB. */
const MAX_PER_CLIENT = 48 * MIB
const MAX_IN_ALL = 128 * MIB
/** Smaller responses are not counted. Smaller bodies have a limit of their own, so that they are accepted when large ones are not. */
const SMALL = MIB / 16
const MAX_WITH_SMALL = 160 * MIB
/** When nothing is left, a client that has not finished within this time is disconnected in favour of others. */
const DISCONNECTED_AFTER_MS = 5000

/** The bytes of one request that are in memory. */
interface Held {
  readonly clients: readonly string[]
  readonly sinceMs: number
  /** Whether the client is still sending or reading. */
  readonly waitsForClient: () => boolean
  readonly disconnect: () => void
  bytes: number
}

/** Limits the memory of what is being received, or sent, on slow connections. */
class MemoryBudget {
  readonly #byClient = new Map<string, number>()
  /** The oldest first. */
  readonly #all = new Set<Held>()
  bytes = 0

  /** Counts from now on for this request, until its response is sent. */
  hold(request: FastifyRequest, reply: FastifyReply, waitsForClient: () => boolean): Held {
    const { clientAddress, principal } = request
    const clients = [addressKey(clientAddress), ...(principal ? [`user:${principal.userId}`] : [])]
    const disconnect = () => request.raw.socket.destroy()
    const held = { clients, sinceMs: performance.now(), waitsForClient, disconnect, bytes: 0 }
    this.#all.add(held)
    reply.raw.once('close', () => this.#release(held))
    return held
  }

  /** Counts more bytes, or returns an error if there are too many. */
  grow(held: Held, bytes: number): AppError | undefined {
    const isSmall = held.bytes + bytes <= SMALL
    const isFree = this.#makeRoom(held, bytes, isSmall ? MAX_WITH_SMALL : MAX_IN_ALL)
    // The request has ended, or was disconnected itself.
    if (!this.#all.has(held)) return undefined
    if (!isFree) {
      return new AppError('UNAVAILABLE', 'Too much is being sent at the moment. Try again.', { retryAfterSeconds: 5 })
    }
    const most = this.#mostOf(held)
    if (!isSmall && most > 0 && most + bytes > MAX_PER_CLIENT) {
      const message = 'Too many large requests at the same time. Wait until the earlier ones have ended.'
      return new AppError('RATE_LIMITED', message, { retryAfterSeconds: 5 })
    }
    this.#add(held, bytes)
    return undefined
  }

  /**
   * Disconnects those that wait for their client: first of the clients that hold more than this one would, the most first, then
   * those that have waited for long. So clients that come back at once keep nobody out.
   */
  #makeRoom(held: Held, bytes: number, limit: number): boolean {
    const isFree = () => this.bytes + bytes <= limit
    for (let other: Held | undefined; !isFree(); this.#disconnect(other)) {
      other = this.#waiting().reduce<Held | undefined>(
        (found, next) => (found === undefined || this.#mostOf(next) > this.#mostOf(found) ? next : found),
        undefined,
      )
      if (other === undefined || this.#mostOf(other) <= this.#mostOf(held) + bytes) break
    }
    const latestMs = performance.now() - DISCONNECTED_AFTER_MS
    for (const other of isFree() ? [] : this.#waiting()) {
      if (isFree() || other.sinceMs > latestMs) break
      this.#disconnect(other)
    }
    return isFree()
  }

  /** What is kept because the client sends or reads slowly, the oldest first. */
  #waiting(): Held[] {
    return [...this.#all].filter(held => held.bytes > 0 && held.waitsForClient())
  }

  /** What the clients of a request hold, its address or its account, whichever holds more. */
  #mostOf({ clients }: Held): number {
    return Math.max(...clients.map(client => this.#byClient.get(client) ?? 0))
  }

  #disconnect(held: Held): void {
    this.#release(held)
    held.disconnect()
  }

  #release(held: Held): void {
    if (this.#all.delete(held)) this.#add(held, -held.bytes)
  }

  #add(held: Held, bytes: number): void {
    held.bytes += bytes
    this.bytes += bytes
    for (const client of held.clients) {
      const sum = (this.#byClient.get(client) ?? 0) + bytes
      if (sum > 0) this.#byClient.set(client, sum)
      else this.#byClient.delete(client)
    }
  }
}

/**
 * The memory of bodies and of large responses. They have separate limits, so that clients that send slowly do not keep
 * others from reading, and the other way round.
 */
export class BytesInFlight {
  readonly #bodies = new MemoryBudget()
  readonly #responses = new MemoryBudget()

  constructor(metrics: Registry) {
    const inAll = () => this.#bodies.bytes + this.#responses.bytes
    new Gauge({
      name: 'galley_bytes_in_flight',
      help: 'Bodies and large responses that are being received or sent.',
      registers: [metrics],
      collect() {
        this.set(inAll())
      },
    })
  }

  /** Counts a response until it is sent, or returns an error if there are too many. */
  holdResponse(request: FastifyRequest, reply: FastifyReply, bytes: number): AppError | undefined {
    if (bytes <= SMALL) return undefined
    // The client has gone away already: nothing is sent, and no 'close' will follow.
    if (reply.raw.destroyed) return undefined
    return this.#responses.grow(
      this.#responses.hold(request, reply, () => true),
      bytes,
    )
  }

  /** Counts the bytes of a body as they arrive, and fails the body if there are too many. */
  countBody(request: FastifyRequest, reply: FastifyReply): void {
    const { raw, headers, routeOptions } = request
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    // Files are written to disk as they arrive, by whoever reads the form.
    const isFile = routeOptions.config.endpoint?.upload !== undefined
    if (!hasBody || isFile || reply.raw.destroyed) return
    const held = this.#bodies.hold(request, reply, () => !raw.complete)
    const count = (chunk: Buffer) => {
      const error = this.#bodies.grow(held, chunk.length)
      if (error === undefined) return
      raw.off('data', count)
      // The parser of the body listens for errors. If none does, the body is not kept in memory.
      if (raw.listenerCount('error') > 0) raw.emit('error', error)
    }
    raw.on('data', count)
  }
}

export function registerBytesInFlight(app: FastifyInstance, inFlight: BytesInFlight): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    inFlight.countBody(request, reply)
    done(null, payload)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = payload instanceof Buffer ? payload.length : 0
    const error = inFlight.holdResponse(request, reply, bytes)
    if (error === undefined) done(null, payload)
    else done(error)
  })
}
