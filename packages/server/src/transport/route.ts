import type { Body, Endpoint, Params, Query, Response } from '@galley/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CachedAnswer } from '../cache/cached-answer.ts'
import type { FieldFault } from '../core/errors.ts'
import type { Principal } from '../core/principal.ts'

/** A request as a feature sees it: validated, typed by its endpoint, and authenticated if the contract requires it. */
export interface Call<E extends Endpoint> {
  readonly params: Params<E>
  readonly query: WithPage<Query<E>>
  readonly body: Body<E>
  readonly principal: E['auth'] extends 'none' ? null : Principal
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The page of a list always has values here: the validation sets the defaults of the schema. */
type WithPage<Q> = Q extends object ? Q & Required<Pick<Q, keyof Q & ('limit' | 'offset')>> : Q

/** Binds a handler to an endpoint of the contract; method, path, authentication and schemas come from there. */
export type BindRoute = <E extends Endpoint>(
  endpoint: E,
  /** Returns the answer, or the reply if it has sent the answer itself. */
  handler: (call: Call<E>) => Promise<Response<E> | CachedAnswer | FastifyReply> | Response<E>,
  /**
   * Called only for a query or body with schema errors, without the invalid fields: returns the rule errors of the rest, so
   * that one response names every error. The handler never sees such a request.
   */
  rules?: (call: Call<E>) => Promise<readonly FieldFault[]> | readonly FieldFault[],
) => void
