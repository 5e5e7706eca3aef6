import { type Endpoint, ID_PARAMS, TAGS } from '@galley/contract/endpoint'
import { type EndpointName, endpoints } from '@galley/contract/endpoints'
import { ERROR_STATUS } from '@galley/contract/error-codes'
import { errorsOf } from '@galley/contract/errors-of'
import {
  BODY_MAX_BYTES,
  IDEMPOTENCY_KEY_MAX_CHARACTERS,
  JSON_DEPTH_MAX,
  JSON_VALUES_MAX,
} from '@galley/contract/limits'
import { ErrorAnswer, OlderErrorAnswer } from '@galley/contract/schemas/errors'
import { Uuid } from '@galley/contract/schemas/schema'
import type { FastifyInstance } from 'fastify'
import type { CachedResponse } from '../../platform/cache/cached-response.ts'
import type { AppContext } from '../../platform/context.ts'
import { inUnits } from '../../platform/core/byte-units.ts'
import { fixedResponse, sendFixed } from '../send-response.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the served endpoints, with the schemas of the contract. */
export function openApiDocument(served: ReadonlySet<Endpoint>, serverUrl: string): Json {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    if (!served.has(endpoint)) continue
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase()] = operation(name, endpoint, schemas)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Galley',
      version: '1',
      description:
        'Write, schedule, illustrate and price posts from your own tools; read what is public.\n\n' +
        'Errors carry a `code`, every faulty field in `fields`, and a `request_id`. Ids that are malformed, unknown or belong to somebody else answer 404 alike. ' +
        'Every answer has an `X-Request-Id`. Rate limits are told in `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`; a refusal says `Retry-After`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    tags: TAGS.map(name => ({ name })),
    paths,
    components: {
      schemas,
      headers: HEADERS,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API token. Needs the Premium plan.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'galley_session',
          description:
            'The cookie of a logged-in browser (`__Host-galley_session` over https). A page that stays open while somebody else logs in sends the id of its user as `Galley-User`: with the session of another user the answer is 401 `WRONG_USER`.',
        },
      },
    },
  }
}

/** Each entry is an alternative. The list of `bearer` has the scope that the token needs. */
function securityOf({ auth, scopes = [] }: Endpoint): Json[] {
  if (auth === 'none') return []
  if (auth === 'session') return [{ session: [] }]
  const bearer = scopes.length === 0 ? [{ bearer: [] }] : scopes.map(scope => ({ bearer: [scope] }))
  return [...bearer, { session: [] }]
}

function operation(name: EndpointName, endpoint: Endpoint, schemas: Json): Json {
  const { tag, summary, description } = endpoint
  const body = requestBody(endpoint, schemas)
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(endpoint.deprecated && { deprecated: true }),
    security: securityOf(endpoint),
    parameters: parameters(endpoint, schemas),
    ...(body && { requestBody: body }),
    responses: responses(endpoint, schemas),
  }
}

function parameters(endpoint: Endpoint, schemas: Json): Json[] {
  const path = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    ...(endpoint.acceptsSlug && { description: 'An id or a slug.' }),
    schema: ID_PARAMS.includes(name!) && !endpoint.acceptsSlug ? Uuid : { type: 'string' },
  }))
  const query = Object.entries((endpoint.query as { properties?: Json } | undefined)?.properties ?? {}).map(
    ([name, schema]) => ({ name, in: 'query', schema: refer(schema, schemas) }),
  )
  const headers = []
  if (endpoint.idempotent) {
    headers.push(
      header(
        'Idempotency-Key',
        'The same key with the same request answers what the first one answered.',
        IDEMPOTENCY_KEY_MAX_CHARACTERS,
      ),
    )
  }
  if (endpoint.versioned && endpoint.method !== 'GET') {
    headers.push(header('If-Match', 'An ETag from an earlier read: 412 if the post has changed since.'))
  }
  if (endpoint.versioned && endpoint.createsOrUpdates) {
    headers.push(header('If-None-Match', 'With `*`, only a new post is created: 412 if there is one already.'))
  }
  return [...path, ...query, ...headers]
}

const header = (name: string, description: string, maxLength?: number): Json => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', ...(maxLength && { maxLength }) },
})

function requestBody(endpoint: Endpoint, schemas: Json): Json | undefined {
  if (endpoint.upload) {
    const file = { type: 'string', contentMediaType: 'application/octet-stream', description: 'jpg, png, gif or webp' }
    const schema = { type: 'object', required: ['file'], properties: { file } }
    return { required: true, content: { 'multipart/form-data': { schema } } }
  }
  if (endpoint.body === undefined) return undefined
  return {
    description: `At most ${inUnits(endpoint.bodyMaxBytes ?? BODY_MAX_BYTES)}, ${JSON_VALUES_MAX.toLocaleString('en')} values and ${JSON_DEPTH_MAX} levels.`,
    required: ((endpoint.body as { required?: string[] }).required ?? []).length > 0,
    content: { 'application/json': { schema: refer(endpoint.body, schemas), ...exampleOf(endpoint.example?.body) } },
  }
}

const exampleOf = (example: unknown): Json => (example === undefined ? {} : { example })

const text = (description: string): Json => ({ description, schema: { type: 'string' } })
const integer = (description: string): Json => ({ description, schema: { type: 'integer' } })

const HEADERS = {
  'RateLimit-Limit': integer('How many requests are allowed in the window.'),
  'RateLimit-Remaining': integer('How many of them are left.'),
  'RateLimit-Reset': integer('The seconds until the window ends.'),
  'Retry-After': integer('The seconds after which the same request may succeed.'),
  ETag: text('The version of what was answered, for `If-Match` and `If-None-Match`.'),
  'Idempotency-Replayed': text('`true` if the answer is that of an earlier request with the same key.'),
  'WWW-Authenticate': text('`Bearer`.'),
  Deprecation: text('Since when the endpoint is deprecated.'),
  Link: text('The endpoint to use instead.'),
}

/** They support `If-Match` only. */
const WITHOUT_ETAG: ReadonlySet<Endpoint> = new Set<Endpoint>([
  endpoints.deletePost,
  endpoints.deletePostByExternalId,
  endpoints.savePendingRevision,
])

const headers = (...names: (keyof typeof HEADERS)[]): Json => ({
  headers: Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }])),
})

const LIMITS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const
const FAILURE_HEADERS: Readonly<Record<string, Json>> = {
  401: headers('WWW-Authenticate'),
  429: headers(...LIMITS, 'Retry-After'),
  503: headers('Retry-After'),
}

const successHeaders = (endpoint: Endpoint): Json =>
  headers(
    ...LIMITS,
    ...(endpoint.versioned && !WITHOUT_ETAG.has(endpoint) ? (['ETag'] as const) : []),
    ...(endpoint.idempotent ? (['Idempotency-Replayed'] as const) : []),
    ...(endpoint.deprecated ? (['Deprecation', 'Link'] as const) : []),
  )

function responses(endpoint: Endpoint, schemas: Json): Json {
  const json = (description: string, schema: unknown, example?: unknown): Json => ({
    description,
    content: { 'application/json': { schema: refer(schema, schemas), ...exampleOf(example) } },
  })
  const failure = endpoint.deprecated ? OlderErrorAnswer : ErrorAnswer
  const content =
    endpoint.file === undefined
      ? withStream(endpoint, json('Success', endpoint.response, endpoint.example?.response))
      : { description: 'Success', content: { [endpoint.file]: { schema: refer(endpoint.response, schemas) } } }
  const success = { ...content, ...successHeaders(endpoint) }
  const dryRun = json(
    'With `dry_run=true`: what would be. Nothing was stored.',
    endpoint.response,
    endpoint.example?.response,
  )
  return {
    ...(hasDryRun(endpoint) && { 200: dryRun }),
    [endpoint.status ?? 200]: success,
    ...(endpoint.createsOrUpdates && { 201: success }),
    ...(isRevalidated(endpoint) && {
      304: { description: 'The answer is still the one of `If-None-Match`.', ...headers('ETag') },
    }),
    ...Object.fromEntries(
      failuresOf(endpoint).map(([status, codes]) => [status, { ...json(codes, failure), ...FAILURE_HEADERS[status] }]),
    ),
  }
}

function withStream({ stream, csv }: Endpoint, success: Json): Json {
  if (csv)
    return { ...success, content: { ...(success['content'] as Json), 'text/csv': { schema: { type: 'string' } } } }
  if (!stream) return success
  const events = { schema: { type: 'string', description: 'Server-Sent Events.' } }
  return { ...success, content: { ...(success['content'] as Json), 'text/event-stream': events } }
}

/** Clients may cache public responses and must revalidate them. */
const isRevalidated = ({ auth, method, versioned }: Endpoint): boolean =>
  auth === 'none' && method === 'GET' && versioned === true

function hasDryRun({ query }: Endpoint): boolean {
  return 'dry_run' in ((query as { properties?: Json } | undefined)?.properties ?? {})
}

/** The error codes of the endpoint, by status. */
function failuresOf(endpoint: Endpoint): [status: string, codes: string][] {
  const byStatus = Object.groupBy(errorsOf(endpoint), code => ERROR_STATUS[code])
  return Object.entries(byStatus).map(([status, codes = []]) => [status, codes.map(code => `\`${code}\``).join(', ')])
}

/** Schemas with a title become components, so that each shape appears once, with a name. */
function refer(schema: unknown, schemas: Json): unknown {
  if (Array.isArray(schema)) return schema.map(part => refer(part, schemas))
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, refer(part, schemas)]))
  if (!('title' in schema) || typeof schema.title !== 'string') return parts
  schemas[schema.title] ??= parts
  return { $ref: `#/components/schemas/${schema.title}` }
}

export const DOCUMENT_PATH = '/api/v1/openapi.json'

export function openApiRoutes(app: FastifyInstance, served: ReadonlySet<Endpoint>, context: AppContext): void {
  const make = () =>
    fixedResponse(DOCUMENT_PATH, JSON.stringify(openApiDocument(served, context.settings.publicUrl.origin)), {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=60',
    })
  let document: CachedResponse | undefined
  app.get(DOCUMENT_PATH, (request, reply) => {
    document ??= make()
    return sendFixed(context, request, reply, document)
  })
}
