import type { Endpoint } from '@galley/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../config.ts'
import { openApiDocument } from './openapi.ts'

export const DOCUMENT_PATH = '/api/v1/openapi.json'

/** The machine-readable description of what is served. */
export function openApiRoutes(app: FastifyInstance, served: ReadonlySet<Endpoint>, settings: Settings): void {
  let document: Buffer | undefined
  app.get(DOCUMENT_PATH, async (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(openApiDocument(served, settings.publicUrl.origin)))
    return reply.header('cache-control', 'public, max-age=60').type('application/json; charset=utf-8').send(document)
  })
}
