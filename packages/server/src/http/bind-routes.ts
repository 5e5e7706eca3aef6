import type { Endpoint } from '@galley/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import type { Principal } from '../core/principal.ts'
import type { BindRoute, Call } from '../core/route.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
  interface FastifyRequest {
    principal: Principal | null
  }
}

const STRANGERS_BODY_MAX_BYTES = 65_536

/** Turns endpoints of the contract into routes, and remembers which: the OpenAPI document lists what is served. */
export function createBinder(app: FastifyInstance): { bind: BindRoute; bound: ReadonlySet<Endpoint> } {
  const bound = new Set<Endpoint>()
  const bind: BindRoute = (endpoint, handler) => {
    bound.add(endpoint)
    const { method, path, auth, query, body, response, status = 200 } = endpoint as Endpoint
    app.route({
      method,
      url: path,
      config: { endpoint },
      // Strangers send names and passwords, nothing that takes long to parse.
      ...(auth === 'none' && { bodyLimit: STRANGERS_BODY_MAX_BYTES }),
      schema: { ...(query && { querystring: query }), ...(body && { body }), response: { '2xx': response } },
      // A request without a body has the faults of an empty object: each field that is missing gets named.
      preValidation: async request => {
        if (body !== undefined && request.body === undefined) request.body = {}
      },
      handler: (request, reply) => {
        reply.code(status)
        const { params, query, body, principal } = request
        return handler({ params, query, body, principal, request, reply } as Call<typeof endpoint>)
      },
    })
  }
  return { bind, bound }
}
