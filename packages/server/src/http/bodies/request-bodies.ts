import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/core/errors.ts'
import { jsonError } from './json-error.ts'
import { jsonShapeError } from './json-shape.ts'

/** Accepts JSON bodies in UTF-8 only. An empty body counts as none: some clients send one with DELETE. */
export function registerJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    if (!isUtf8(body)) return done(new AppError('INVALID_JSON', 'The body is not valid UTF-8.'))
    const issue = jsonShapeError(body)
    if (issue !== undefined) return done(issue)
    parse(request, body.toString(), (error, value) => {
      if (error) done(new AppError('INVALID_JSON', describe(body.toString())))
      else done(null, value)
    })
  })
}

/** Text that is valid JSON was rejected for one of its keys. */
function describe(text: string): string {
  const issue = jsonError(text)
  if (issue !== undefined) return `The body is not valid JSON: ${issue}.`
  return 'The body is not valid JSON: the keys __proto__, constructor and prototype are not allowed.'
}

/** Leaves multipart bodies of upload endpoints unread for the feature; all others are rejected unread. */
export function registerMultipartBodies(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null, undefined))

  app.addHook('onRequest', (request, _reply, done) => done(wrongTypeOf(request)))
}

function wrongTypeOf({ routeOptions, headers }: FastifyRequest): AppError | undefined {
  const { endpoint } = routeOptions.config
  if (endpoint === undefined) return undefined
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (endpoint.upload !== undefined && type !== 'multipart/form-data' && hasBody(headers, type)) {
    return new AppError('UNSUPPORTED_MEDIA_TYPE', 'This endpoint takes a file: send Content-Type: multipart/form-data.')
  }
  if (endpoint.upload === undefined && type === 'multipart/form-data') {
    return new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'This endpoint takes a JSON body: send Content-Type: application/json.',
    )
  }
  return undefined
}

/** A request without any body is reported as a missing file, whatever its content type. */
function hasBody(headers: Record<string, unknown>, type: string | undefined): boolean {
  const length = headers['content-length']
  return type !== undefined || headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}
