import { Gauge, type Registry } from '@prometheus-io/client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'
import { addressKey } from '../../core/limits/rate-limits.ts'
import { isInProcess } from '../connections/in-process.ts'

const MIB = 1024 * 1024
/** Clients that read their responses never have this much pending. */
const MAX_PER_ADDRESS = 64 * MIB
const MAX_IN_ALL = 256 * MIB
/** Smaller bodies and responses are limited by the number of connections. */
const SMALL = MIB / 16

/**
 * Limits the memory of large bodies and responses on slow connections. A client that requests many large responses
 * without reading them, or sends many large bodies slowly, is refused until it has finished some.
 */
export class BytesInFlight {
  readonly #byAddress = new Map<string, number>()
  #inAll = 0

  constructor(metrics: Registry) {
    const inAll = () => this.#inAll
    new Gauge({
      name: 'galley_bytes_in_flight',
      help: 'Large bodies and answers that are being received or sent.',
      registers: [metrics],
      collect() {
        this.set(inAll())
      },
    })
  }

  /** Counts the bytes until the response is sent, or returns an error if there are too many. */
  hold(request: FastifyRequest, reply: FastifyReply, bytes: number): AppError | undefined {
    if (bytes <= SMALL || isInProcess(request.headers)) return undefined
    // The client has gone away already: nothing is sent, and no 'close' will follow.
    if (reply.raw.destroyed) return undefined
    if (this.#inAll + bytes > MAX_IN_ALL) {
      return new AppError('UNAVAILABLE', 'Too much is being sent at the moment. Try again.', { retryAfterSeconds: 5 })
    }
    const address = addressKey(request.clientAddress)
    const held = this.#byAddress.get(address) ?? 0
    if (held > 0 && held + bytes > MAX_PER_ADDRESS) {
      const message = 'Too many large requests at the same time. Read the answers to the earlier ones first.'
      return new AppError('RATE_LIMITED', message, { retryAfterSeconds: 5 })
    }
    this.#add(address, bytes)
    reply.raw.once('close', () => this.#add(address, -bytes))
    return undefined
  }

  #add(address: string, bytes: number): void {
    const held = (this.#byAddress.get(address) ?? 0) + bytes
    this.#inAll += bytes
    if (held > 0) this.#byAddress.set(address, held)
    else this.#byAddress.delete(address)
  }
}

export function registerBytesInFlight(app: FastifyInstance, inFlight: BytesInFlight): void {
  app.addHook('onRequest', (request, reply, done) => done(inFlight.hold(request, reply, bodyBytes(request))))
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = payload instanceof Buffer ? payload.length : 0
    const fault = inFlight.hold(request, reply, bytes)
    if (fault === undefined) done(null, payload)
    else done(fault)
  })
}

/**
 * The length of a body that will be in memory as a whole. Files are written to disk, and oversized bodies are refused
 * unread.
 */
function bodyBytes({ headers, routeOptions }: FastifyRequest): number {
  const { endpoint } = routeOptions.config
  if (endpoint?.upload !== undefined) return 0
  const { bodyLimit = 0 } = routeOptions
  // A chunked body has no announced length.
  const length = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : bodyLimit
  return length <= bodyLimit ? length : 0
}
