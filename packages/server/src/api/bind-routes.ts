import { type Endpoint, ID_PARAMS } from '@galley/contract/endpoint'
import { BODY_MAX_BYTES } from '@galley/contract/limits'
import serializerOf from 'fast-json-stringify'
import type { FastifyInstance, FastifySerializerCompiler } from 'fastify'
import { CachedAnswer } from '../cache/cached-answer.ts'
import type { AppContext } from '../context.ts'
import { type FieldFault, invalid } from '../core/errors.ts'
import { canonicalId } from '../core/ids.ts'
import type { Principal } from '../core/principal.ts'
import { checkBody, checkQuery, FAULTS_MAX } from '../core/schema-check.ts'
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
    const [queryIds, bodyIds] = [idFieldsOf(query), idFieldsOf(body)]
    const [checkOfQuery, checkOfBody] = [query && checkQuery(query), body && checkBody(body)]
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
        canonicaliseIds(request.params, ID_PARAMS)
        canonicaliseIds(request.query, queryIds)
        canonicaliseIds(request.body, bodyIds)
        const faults = [...(checkOfQuery?.(request.query) ?? []), ...(checkOfBody?.(request.body) ?? [])]
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

/** The names of the id fields of a query or body. */
function idFieldsOf(schema: Endpoint['query']): readonly string[] {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, { format?: string }> }
  return Object.keys(properties).filter(name => properties[name]?.format === 'uuid')
}

/** Converts the named ids to lower case, in place. */
function canonicaliseIds(values: unknown, names: readonly string[]): void {
  if (typeof values !== 'object' || values === null) return
  const fields = values as Record<string, unknown>
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string') fields[name] = canonicalId(value)
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
