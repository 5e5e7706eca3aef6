import { FrontMatter, ProjectFile } from '@galley/contract/schemas/writing/files'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../../platform/config.ts'

const SCHEMAS = { 'front-matter.json': FrontMatter, 'galley.yaml.json': ProjectFile }

/** Serves the JSON Schemas of an author's files, to which a file may refer: `# yaml-language-server: $schema=…`. */
export function fileSchemaRoutes(app: FastifyInstance, { publicUrl }: Settings): void {
  for (const [name, schema] of Object.entries(SCHEMAS)) {
    const path = `/api/v1/schemas/${name}`
    const document = JSON.stringify({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: publicUrl.origin + path,
      ...schema,
    })
    app.get(path, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=60').type('application/schema+json; charset=utf-8').send(document),
    )
  }
}
