import type { Static, TSchema } from 'typebox'
import type { ErrorCode } from './values/error-codes.ts'
import type { Capability } from './values/plans.ts'

/** The chapters of the API reference, in order. */
export const TAGS = ['Posts', 'Uploads', 'Tokens', 'Webhooks', 'Public', 'Readers', 'Account'] as const
export type Tag = (typeof TAGS)[number]

/** Who may call: nobody has to be known, a logged-in browser only, or a session as well as a Bearer token. */
export type Auth = 'none' | 'session' | 'any'

/** One operation of the API: everything that client, server and documentation must agree on. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** The heading in the API reference. */
  readonly summary: string
  /** What the API reference says beyond the schemas. */
  readonly description?: string
  readonly tag: Tag
  readonly auth: Auth
  readonly query?: TSchema
  readonly body?: TSchema
  /** How long a JSON body may be; `BODY_MAX_BYTES` unless said otherwise. */
  readonly bodyMaxBytes?: number
  /** The body is multipart/form-data with exactly one file, in the field `file`. */
  readonly upload?: true
  readonly status?: 201
  /** Answers 201 instead of 200, in the same shape, when the call brought the resource into being. */
  readonly mayCreate?: true
  readonly response: TSchema
  /** The plan must include this for any use of the endpoint. */
  readonly capability?: Capability
  /** Repeating the request under the same `Idempotency-Key` answers what the first one answered. */
  readonly idempotent?: true
  /** Answers an `ETag`; on a change, `If-Match` is honoured. */
  readonly versioned?: true
  /** Errors beyond those that follow from the rest; see `errorsOf`. */
  readonly errors?: readonly ErrorCode[]
  readonly deprecated?: true
  /** Shown in the API reference. */
  readonly example?: { readonly body?: unknown; readonly response?: unknown }
}

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The `:names` in paths that are ids. The `:id` of a public post may be its slug as well, which never looks like an id. */
export const ID_PARAMS: readonly string[] = ['id', 'delivery_id']

/** The `:names` in an endpoint's path. They are plain strings: a malformed id is not found, never invalid. */
export type Params<E extends Endpoint> = { [Name in Names<E['path']>]: string }
export type Query<E extends Endpoint> = E['query'] extends TSchema ? Static<E['query']> : undefined
export type Body<E extends Endpoint> = E['body'] extends TSchema ? Static<E['body']> : undefined
export type Response<E extends Endpoint> = Static<E['response']>

type Described = Omit<Endpoint, 'method' | 'path'>

const of =
  <const M extends Endpoint['method']>(method: M) =>
  <const P extends string, const D extends Described>(path: P, described: D) =>
    ({ method, path, ...described }) as const

export const get = of('GET')
export const post = of('POST')
export const put = of('PUT')
export const patch = of('PATCH')
export const del = of('DELETE')
