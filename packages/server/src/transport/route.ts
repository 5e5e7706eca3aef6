import type { Body, Endpoint, Params, Query, Response } from '@galley/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CachedAnswer } from '../cache/cached-answer.ts'
import type { FieldFault } from '../core/errors.ts'
import type { Principal } from '../core/principal.ts'

/** One request as a feature sees it: validated, typed by its endpoint, and from somebody known where the contract says so. */
export interface Call<E extends Endpoint> {
  readonly params: Params<E>
  readonly query: Query<E>
  readonly body: Body<E>
  readonly principal: E['auth'] extends 'none' ? null : Principal
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Binds a handler to an endpoint of the contract; method, path, authentication and schemas come from there. */
export type BindRoute = <E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<Response<E> | CachedAnswer> | Response<E>,
  /**
   * Asked only about a body whose form is wrong, with the wrong fields taken out: what the rules have against the rest,
   * so that one answer can name every fault. The handler never sees such a body.
   */
  rules?: (call: Call<E>) => Promise<readonly FieldFault[]> | readonly FieldFault[],
) => void
