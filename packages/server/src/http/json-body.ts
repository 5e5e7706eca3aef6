import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../core/errors.ts'
import { jsonShapeFault } from '../core/json-shape.ts'

/** Takes JSON bodies in UTF-8 and no others. An empty body is no body: some clients send one with DELETE. */
export function registerJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    if (!isUtf8(body)) return done(new AppError('INVALID_JSON', 'The body is not valid UTF-8.'))
    const fault = jsonShapeFault(body)
    if (fault !== undefined) return done(fault)
    parse(request, body.toString(), (error, value) => {
      if (error) done(new AppError('INVALID_JSON', 'The body is not valid JSON.'))
      else done(null, value)
    })
  })
}
