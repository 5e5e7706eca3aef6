import { type Endpoint, ID_PARAMS } from '@galley/contract/endpoint'
import { BODY_MAX_BYTES } from '@galley/contract/limits'
import serializerOf from 'fast-json-stringify'
import type { FastifyInstance, FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import { CachedAnswer } from '../cache/cached-answer.ts'
import type { AppContext } from '../context.ts'
import { AppError, type FieldFault, invalid } from '../core/errors.ts'
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
    app.route({
      method,
      url: path,
      config: { endpoint },
      bodyLimit: bodyMaxBytes,
      schema: { ...(query && { querystring: query }), ...(body && { body }), response: { '2xx': response } },
      attachValidation: rules !== undefined,
      preValidation: (request, _reply, done) => {
        // A missing body is validated as an empty object, so that each missing field is named.
        if (body && request.body === undefined) request.body = {}
        canonicaliseIds(request.params, ID_PARAMS)
        canonicaliseIds(request.query, queryIds)
        canonicaliseIds(request.body, bodyIds)
        done()
      },
      handler: async (request, reply) => {
        reply.code(status)
        const { params, query, body, principal, validationError } = request
        const call = { params, query, body, principal, request, reply } as Call<typeof endpoint>
        const run = async () => {
          if (validationError === undefined) return handler(call)
          const checkRest = (rest: object) => rules?.({ ...call, body: rest } as Call<typeof endpoint>) ?? []
          return refuseAll(validationError, body, checkRest)
        }
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
 * Schema and rule errors in one response. Each field is named once: rules are not applied to fields with schema errors.
 */
async function refuseAll(
  error: Error & { validationContext?: string },
  body: unknown,
  ask: (rest: object) => Promise<readonly FieldFault[]> | readonly FieldFault[],
): Promise<never> {
  const isReadable =
    error.validationContext === 'body' && typeof body === 'object' && body !== null && !Array.isArray(body)
  if (!(error instanceof AppError) || !isReadable) throw error
  // The list of errors may be cut off, so rules must not be applied.
  if (error.fields.length >= FAULTS_MAX) throw error
  const topOf = (fault: FieldFault) => fault.field.split('.')[0]
  const faulty = new Set(error.fields.map(topOf))
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !faulty.has(name)))
  const found = await ask(rest)
  throw invalid(...error.fields, ...found.filter(fault => !faulty.has(topOf(fault))))
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

/** Fastify's validator: throws one error with all faults. */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const check = httpPart === 'body' ? checkBody(schema) : checkQuery(schema)
  return value => {
    const faults = check(value)
    return faults.length === 0 ? true : { error: invalid(...faults) }
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
