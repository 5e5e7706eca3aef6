import { ERROR_STATUS, type ErrorCode } from '@galley/contract/error-codes'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DatabaseError } from 'pg'
import { inUnits } from '../platform/core/byte-units.ts'
import { AppError, errorCode, errorMessage, isDiskFull, storageFull } from '../platform/core/errors.ts'
import { isConnectionError, QUOTA_EXCEEDED } from '../platform/db/connection/database.ts'
import { discardRest } from './bodies/discard-rest.ts'
import { collectRoutes } from './known-paths.ts'

/** Fastify's own errors with our codes and messages. */
const FASTIFY_FAULTS: Readonly<Record<string, [ErrorCode, string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'UNSUPPORTED_MEDIA_TYPE',
    'This endpoint takes a JSON body: send Content-Type: application/json.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['INVALID_JSON', 'The body is not as long as its Content-Length says.'],
}

/** PostgreSQL cancelled it, or its wait for a lock; or there was no response. */
const SLOW_STATEMENT: ReadonlySet<string> = new Set(['57014', '55P03', 'ETIMEDOUT'])

export function registerErrorResponses(app: FastifyInstance): void {
  const allowedMethods = collectRoutes(app)
  app.setErrorHandler((error, request, reply) => respond(toAppError(error, request), request, reply))
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request)
    const found = allowedMethods(path)
    // No route has TRACE, so a page's own response to a wrong method is not reached.
    const allowed = found.length === 0 && request.method === 'TRACE' ? ['GET', 'HEAD'] : found
    // A route may answer itself that there is nothing, as /metrics does.
    const isUnknown = allowed.length === 0 || allowed.includes(request.method)
    if (isUnknown) return respond(new AppError('NOT_FOUND', `There is nothing at ${path}.`), request, reply)
    reply.header('allow', allowed.join(', '))
    const message = `${path} does not support ${request.method}, only ${allowed.join(', ')}.`
    return respond(new AppError('METHOD_NOT_ALLOWED', message), request, reply)
  })
}

/** The only place where an error becomes a response. */
function respond(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = ERROR_STATUS[error.code]
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
  // The feature's own limit was exceeded, so its headers replace those of the request limit.
  if (error.code === 'RATE_LIMITED') {
    if (error.rateLimit !== undefined) reply.header('ratelimit-limit', error.rateLimit)
    reply.header('ratelimit-remaining', 0).header('ratelimit-reset', error.retryAfterSeconds)
  }
  if (status === 401 && !reply.hasHeader('www-authenticate')) reply.header('www-authenticate', 'Bearer')
  // Removes headers of the response that could not be sent.
  for (const name of ['content-encoding', 'content-length', 'etag', 'last-modified']) reply.removeHeader(name)
  // Fastify closes the connection after an error in a body.
  if (reply.getHeader('connection') === 'close') readRestOfBody(request, reply)
  const { code, message, fields } = error
  const older = request.routeOptions.config.endpoint?.deprecated !== undefined
  const body = older
    ? { error: message }
    : { error: { code, message, fields, request_id: request.id, ...error.details } }
  return reply.code(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}

/** A client that is still sending when the connection is closed would never read the error. */
export function readRestOfBody(request: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection')
  discardRest(request.raw)
}

/** Converts anything thrown to an error for the client. Unexpected errors are logged. */
export function toAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error
  const code = errorCode(error) ?? ''
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const most = request.routeOptions.bodyLimit
    return new AppError('PAYLOAD_TOO_LARGE', `The request body is too large: at most ${inUnits(most)} here.`)
  }
  const known = FASTIFY_FAULTS[code]
  if (known !== undefined) return new AppError(...known)
  if (isRejectedByFramework(error)) return new AppError('VALIDATION_ERROR', error.message)
  // The client disconnected, while sending its body or before a file was sent to it: there is nobody to answer, and the
  // server has not failed.
  const isFileCutOff = code === 'ERR_STREAM_PREMATURE_CLOSE' && request.raw.socket.destroyed
  if (isFileCutOff || (error instanceof Error && error === request.raw.errored))
    return new AppError('VALIDATION_ERROR', 'The request was interrupted.')
  if (code === QUOTA_EXCEEDED) return quotaExceeded(error)
  if (isDiskFull(error)) {
    request.log.error({ request_id: request.id }, `the disk is full: ${errorMessage(error)}`)
    return ['GET', 'HEAD'].includes(request.method) ? unavailable() : storageFull()
  }
  if (isConnectionError(error)) {
    // While the database is down, this is logged for each request: the stack, which only helps to find a slow statement,
    // would fill the disk.
    const details = SLOW_STATEMENT.has(code) ? { err: error } : {}
    request.log.error({ ...details, request_id: request.id }, `the database is not available: ${errorMessage(error)}`)
    return unavailable()
  }
  request.log.error(
    { err: error, request_id: request.id, method: request.method, path: pathOf(request) },
    'a request failed',
  )
  return new AppError('INTERNAL_ERROR', 'Something went wrong on our side. Quote the request id when you ask for help.')
}

/** Raised at the commit, with the numbers as its detail. */
function quotaExceeded(error: unknown): AppError {
  const details = JSON.parse((error as DatabaseError).detail ?? '{}')
  const message = `This would exceed the ${inUnits(details.limit_bytes)} that your plan allows for texts and images. Delete some for good, or choose a larger plan.`
  return new AppError('QUOTA_EXCEEDED', message, { details })
}

const unavailable = () =>
  new AppError('UNAVAILABLE', 'The service is not available for the moment. Try again.', { retryAfterSeconds: 1 })

function isRejectedByFramework(error: unknown): error is FastifyError {
  if (!(error instanceof Error && 'statusCode' in error && 'code' in error)) return false
  return String(error.code).startsWith('FST_') && Number(error.statusCode) >= 400 && Number(error.statusCode) < 500
}

/** Without the query, which may contain data that must not be logged. */
function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}
