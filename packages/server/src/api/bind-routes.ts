import { closest } from '@galley/contract/closest'
import { type Endpoint, ID_PARAMS } from '@galley/contract/endpoint'
import { BODY_MAX_BYTES } from '@galley/contract/limits'
import { parseTime } from '@galley/contract/times'
import serializerOf from 'fast-json-stringify'
import type { FastifyInstance, FastifySerializerCompiler } from 'fastify'
import { CachedAnswer } from '../cache/cached-answer.ts'
import type { AppContext } from '../context.ts'
import { type FieldFault, invalid } from '../core/errors.ts'
import { canonicalId } from '../core/ids.ts'
import type { Principal } from '../core/principal.ts'
import { checkBody, checkQuery, FAULTS_MAX, NAME_MAX_CHARACTERS } from '../core/schema-check.ts'
import type { BindRoute, Call } from '../transport/route.ts'
import { sendAnswer } from '../transport/send-answer.ts'
import { AccountTurns, takesTurns } from './account-turns.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
  interface FastifyRequest {
    principal: Principal | null
  }
}

/**
 * Turns endpoints of the contract into routes, and collects them, because the OpenAPI document lists what is served.
 */
export function createBinder(
  app: FastifyInstance,
  context: AppContext,
): { bind: BindRoute; bound: ReadonlySet<Endpoint> } {
  const bound = new Set<Endpoint>()
  const turns = new AccountTurns(context.settings.databasePoolMax)
  const bind: BindRoute = (endpoint, handler, rules) => {
    bound.add(endpoint)
    const { method, path, query, body, response, status = 200, bodyMaxBytes = BODY_MAX_BYTES } = endpoint as Endpoint
    const isInTurn = takesTurns(endpoint)
    const [checkOfQuery, checkOfBody] = [query && checkQuery(query), body && checkBody(body)]
    const [queryFormats, bodyFormats] = [formatsOf(query), formatsOf(body)]
    const unknownParameters = checkNames(endpoint)
    app.route({
      method,
      url: path,
      config: { endpoint },
      bodyLimit: bodyMaxBytes,
      schema: { response: { '2xx': response } },
      handler: async (request, reply) => {
        reply.code(status)
        // A missing body is validated as an empty object, so that each missing field is named.
        if (body && request.body === undefined) request.body = {}
        canonicalise(request.params, ID_FORMATS)
        canonicalise(request.query, queryFormats)
        canonicalise(request.body, bodyFormats)
        const faults = [
          ...unknownParameters(Object(request.query)),
          ...(checkOfQuery?.(request.query) ?? []),
          ...(checkOfBody?.(request.body) ?? []),
        ]
        const { params, query: sentQuery, body: sentBody, principal } = request
        const call = { params, query: sentQuery, body: sentBody, principal, request, reply } as Call<typeof endpoint>
        const run = async () => (faults.length === 0 ? handler(call) : refuseAll(faults, call, rules))
        const result = await (principal !== null && isInTurn ? turns.run(principal.userId, run) : run())
        if (!(result instanceof CachedAnswer)) return context.media.inAnswer(result)
        context.responses.rememberUrl(request.url, result.key)
        return sendAnswer(context, request, reply, result)
      },
    })
  }
  return { bind, bound }
}

/**
 * Schema and rule errors in one response. Each field is named once: rules are not applied to fields with schema errors,
 * and errors that may only follow from those are left out.
 */
async function refuseAll<E extends Endpoint>(
  faults: readonly FieldFault[],
  call: Call<E>,
  rules: (call: Call<E>) => Promise<readonly FieldFault[]> | readonly FieldFault[] = () => [],
): Promise<never> {
  const { query, body } = call as { query: unknown; body: unknown }
  const isReadable = body === undefined || (typeof body === 'object' && body !== null && !Array.isArray(body))
  // If the list of errors may be cut off, rules must not be applied.
  if (!isReadable || faults.length >= FAULTS_MAX) throw invalid(...faults)
  const topOf = (fault: FieldFault) => fault.field.split('.')[0]
  const faulty = new Set(faults.map(topOf))
  const valid = (values: object) => Object.fromEntries(Object.entries(values).filter(([name]) => !faulty.has(name)))
  const rest = { query: valid(query ?? {}), body: body && valid(body) }
  const found = await rules({ ...call, ...rest } as Call<E>)
  const isCertain = (fault: FieldFault) => ![topOf(fault), ...(fault.dependsOn ?? [])].some(name => faulty.has(name))
  throw invalid(...faults, ...found.filter(isCertain))
}

/** On a write, an ignored `dry_run=1` would change what it should not. */
function checkNames({ method, path, query, refusedQuery = [] }: Endpoint): (sent: object) => FieldFault[] {
  const known = Object.keys((query as { properties?: object } | undefined)?.properties ?? {})
  // The standard of OAuth: unknown parameters are ignored.
  const isStrict = method !== 'GET' && !path.startsWith('/api/v1/oauth/')
  const message = `There is no such parameter here. ${known.length === 0 ? 'There are none.' : `Known: ${known.join(', ')}.`}`
  return sent =>
    Object.keys(sent)
      .filter(name => !known.includes(name) && (isStrict || refusedQuery.includes(name)))
      .slice(0, FAULTS_MAX)
      .map(name => {
        const suggestion = closest(name.slice(0, NAME_MAX_CHARACTERS), known)
        const field = name.slice(0, NAME_MAX_CHARACTERS).toWellFormed()
        return { field, code: 'UNKNOWN_PARAMETER', message, ...(suggestion !== undefined && { suggestion }) }
      })
}

type Formats = Readonly<Record<string, string | undefined>>

const ID_FORMATS: Formats = Object.fromEntries(ID_PARAMS.map(name => [name, 'uuid']))

/** The formats of the fields of a query or body. */
function formatsOf(schema: Endpoint['query']): Formats {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, { format?: string }> }
  return Object.fromEntries(Object.entries(properties).map(([name, { format }]) => [name, format]))
}

/** Converts ids to lower case, and times to RFC 3339 in UTC, in place. */
function canonicalise(values: unknown, formats: Formats): void {
  if (typeof values !== 'object' || values === null) return
  const fields = values as Record<string, unknown>
  for (const [name, format] of Object.entries(formats)) {
    const value = fields[name]
    if (typeof value !== 'string') continue
    if (format === 'uuid') fields[name] = canonicalId(value)
    else if (format === 'date-time') fields[name] = parseTime(value)?.toISOString() ?? value
  }
}

/** Fastify's serializer, but compiled by the first answer instead of at the start. */
export const serializerCompiler: FastifySerializerCompiler<object> = ({ schema }) => {
  let serialize: ((value: unknown) => string) | undefined
  return value => {
    serialize ??= serializerOf(schema)
    return serialize(value)
  }
}
