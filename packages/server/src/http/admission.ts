import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { AppError } from '../core/errors.ts'
import { addressKey } from '../core/rate-limits.ts'
import { clientAddress } from './client-address.ts'
import { countRequest } from './request-limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** After the trusted proxies. */
    clientAddress: string
  }
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The first check of every request, whatever it asks for: where it comes from, its form, and how many there were before. */
export function registerAdmission(app: FastifyInstance, context: AppContext): void {
  app.decorateRequest('clientAddress', '')
  app.addHook('onRequest', (request, reply, done) => done(refusalOf(context, request, reply)))
}

/** The error to answer a request with that is not to be handled at all. */
export function refusalOf({ limits }: AppContext, request: FastifyRequest, reply: FastifyReply): AppError | undefined {
  request.clientAddress = clientAddress(request)
  const { endpoint } = request.routeOptions.config
  const needsCredential = endpoint !== undefined && endpoint.auth !== 'none'
  // Those who log in are counted by their account, as soon as it is known (guard.ts).
  const tooMany = needsCredential ? undefined : countRequest(limits, request, reply, addressKey(request.clientAddress))
  if (tooMany !== undefined) return tooMany
  if (!METHODS.has(request.method)) {
    return new AppError('NOT_IMPLEMENTED', `The method ${request.method} is not supported.`)
  }
  return hasSeveralHosts(request.raw.rawHeaders)
    ? new AppError('VALIDATION_ERROR', 'Send exactly one Host header.')
    : undefined
}

/** Proxies and caches could take another one of them for the host than we do. */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count > 1
}
