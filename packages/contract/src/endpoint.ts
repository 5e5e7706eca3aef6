import type { Static, TSchema } from 'typebox'
import type { ErrorCode } from './values/error-codes.ts'
import type { Capability } from './values/identity/plans.ts'
import type { Role } from './values/identity/roles.ts'
import type { TokenScope } from './values/identity/scopes.ts'

/** The sections of the API reference, in order. */
export const TAGS = [
  'Posts',
  'Series',
  'Uploads',
  'Tokens',
  'Webhooks',
  'Public',
  'Readers',
  'Account',
  'Admin',
] as const
export type Tag = (typeof TAGS)[number]

/** Who may call: anybody, only a browser session, or a session as well as a Bearer token. */
export type Auth = 'none' | 'session' | 'session-or-token'

/** One operation of the API: the definition that client, server and documentation share. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** The heading in the API reference. */
  readonly summary: string
  /** Additional text in the API reference. */
  readonly description?: string
  readonly tag: Tag
  readonly auth: Auth
  /**
   * For a Bearer token: it needs one of these scopes; an empty list allows every token. Where there are two, the state
   * of the post decides which one is needed (`requirePostScope` of the server).
   */
  readonly scopes?: readonly TokenScope[]
  /** The `:id` may also be a slug, or `@username/slug` for a post. */
  readonly acceptsSlug?: true
  readonly query?: TSchema
  /** Parameters that a read rejects, because ignoring them would return more than was asked for. */
  readonly rejectedQuery?: readonly string[]
  readonly body?: TSchema
  /** The maximum length of a JSON body; `BODY_MAX_BYTES` by default. */
  readonly bodyMaxBytes?: number
  /** The body is multipart/form-data with exactly one file, in the field `file`. */
  readonly upload?: true
  readonly status?: 201 | 202
  /** Status 201 instead of 200, with the same body, if the call created the resource. */
  readonly createsOrUpdates?: true
  readonly response: TSchema
  /** With `Accept: text/event-stream` the response is a stream of Server-Sent Events instead. */
  readonly stream?: true
  /** With `Accept: text/csv` the response is a table instead. */
  readonly csv?: true
  /** The response is a file of this type instead of JSON. */
  readonly file?: 'application/zip'
  /** Works from any site, because the body has the only credential. Only for `auth: 'none'`. */
  readonly allowCrossSite?: true
  /** The capability that the user's plan must include. */
  readonly capability?: Capability
  /** The role that the user must have. */
  readonly role?: Exclude<Role, 'user'>
  /** A session must have proved within the last minutes that its user is the owner (`REAUTHENTICATION_VALID_MS`). */
  readonly reauthentication?: true
  /** A change that works while the server has nearly no space left: a log-in, or what decides by itself (`isStoppedWhenFull`). */
  readonly worksWhenFull?: true
  /** Repeating the request with the same `Idempotency-Key` returns the first response. */
  readonly idempotent?: true
  /** Responses have an `ETag`; changes support `If-Match`. */
  readonly versioned?: true
  /** Additional errors; the others are derived by `errorsOf`. */
  readonly errors?: readonly ErrorCode[]
  readonly deprecated?: true
  /** Shown in the API reference. */
  readonly example?: { readonly body?: unknown; readonly response?: unknown }
}

/** An operation that programs can call. The server has others, for its own pages. */
export interface ApiEndpoint extends Endpoint {
  /** The method of the SDK, such as `posts.create`. */
  readonly sdk: `${string}.${string}`
}

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** Path parameters that are ids. With `acceptsSlug` it may also be a slug, which never looks like an id. */
export const ID_PARAMS: readonly string[] = ['id', 'delivery_id', 'revision_id']

/** The parameters of an endpoint's path. They are plain strings: a malformed id is not found, never invalid. */
export type Params<E extends Endpoint> = { [Name in Names<E['path']>]: string }
export type Query<E extends Endpoint> = E['query'] extends TSchema ? Static<E['query']> : undefined
export type Body<E extends Endpoint> = E['body'] extends TSchema ? Static<E['body']> : undefined
export type Response<E extends Endpoint> = Static<E['response']>

/** An endpoint that accepts tokens must say which ones. */
type Access =
  | { readonly auth: 'none' | 'session'; readonly scopes?: never }
  | { readonly auth: 'session-or-token'; readonly scopes: readonly TokenScope[] }
type Described = Omit<Endpoint, 'method' | 'path' | 'auth' | 'scopes'> & Access

const of =
  <const M extends Endpoint['method']>(method: M) =>
  <const P extends string, const S extends ApiEndpoint['sdk'], const D extends Described>(
    path: P,
    sdk: S,
    described: D,
  ) =>
    ({ method, path, sdk, ...described }) as const

export const get = of('GET')
export const post = of('POST')
export const put = of('PUT')
export const patch = of('PATCH')
export const del = of('DELETE')

/** Nothing is written while the server has nearly no space left, except what makes room and what admins do. */
export const isStoppedWhenFull = ({ method, role, worksWhenFull }: Endpoint): boolean =>
  method !== 'GET' && method !== 'DELETE' && role === undefined && worksWhenFull !== true
