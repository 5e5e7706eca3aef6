import type { Readable } from 'node:stream'
import type { Body, Endpoint, Params, Query, Response } from '@galley/contract/endpoint'
import type { Language } from '@galley/contract/identity/languages'
import type { CachedResponse, SharedPart } from './cache/cached-response.ts'
import type { FieldIssue } from './core/errors.ts'
import type { Principal } from './core/principal.ts'

/** A call of an operation: validated, typed by its endpoint, and authorised as the contract requires. */
export interface Call<E extends Endpoint = Endpoint> extends Sent {
  readonly params: Params<E>
  readonly query: WithPage<Query<E>>
  readonly body: Body<E>
  /** Whose credential came with the call. Where none is needed, reads have it if there was one. */
  readonly principal: E['auth'] extends 'none' ? Principal | null : Principal
}

/** What came with a call beside its parameters, query and body. */
export interface Sent {
  readonly sender: Sender
  /** Method and address of the call, by which a repeated one is recognised. */
  readonly target: string
  readonly ifMatch: string | undefined
  readonly ifNoneMatch: string | undefined
  readonly idempotencyKey: string | undefined
  /** Called if the result is that of an earlier call with the same key. */
  onReplay(): void
  /** The media types that the sender accepts. */
  readonly accept: string | undefined
  readonly lastEventId: string | undefined
  /** The file of an endpoint with `upload`. */
  readonly upload: Upload
}

/** Where a call comes from. */
export interface Sender {
  /** The network address, for limits. */
  readonly address: string
  readonly userAgent: string | undefined
  readonly language: Language
  readonly browser: Browser
  isGone(): boolean
  /** From now on, the sender only waits for the result: inactivity does not mean that it has gone. */
  waits(): void
}

/** What the cookies of the sender's browser say. */
export interface Browser {
  /** The session that the browser had. */
  readonly sessionSecret: string | undefined
  /** Marks a browser in which somebody has logged in before; new if it is a browser without a mark. */
  readonly deviceSecret: string | undefined
}

/** A form with a file that is still arriving. */
export interface Upload {
  readonly form: Readable
  readonly contentType: string | undefined
  readonly contentLength: number | undefined
  /** Reads what is left and forgets it. */
  discardRest(): void
}

interface Details {
  /** If it is not the status of the endpoint. */
  readonly status?: 200 | 201
  readonly etag?: string
  /** The session that the call has started, or that it has ended. */
  readonly session?: StartedSession | 'ended'
  readonly headers?: Readonly<Record<string, string>>
}

export interface StartedSession {
  readonly secret: string
  readonly deviceSecret: string | undefined
}

/** The result of an operation with more than its body. */
export class Result<T> {
  readonly body: T
  readonly details: Details

  constructor(body: T, details: Details) {
    this.body = body
    this.details = details
  }
}

/** A result that is not made of the response's JSON. */
export class FileResult {
  readonly type: string
  /** The name under which a browser stores it. */
  readonly fileName: string | undefined
  /** Called once, unless only the headers are wanted. */
  readonly read: () => Promise<string | Readable> | string | Readable

  constructor(type: string, fileName: string | undefined, read: FileResult['read']) {
    this.type = type
    this.fileName = fileName
    this.read = read
  }
}

/** The page of a list always has values here: the validation sets the defaults of the schema. */
type WithPage<Q> = Q extends object ? Q & Required<Pick<Q, keyof Q & ('limit' | 'offset')>> : Q

type Returned<E extends Endpoint> =
  | Response<E>
  | Result<Response<E>>
  | FileResult
  | CachedResponse
  | SharedPart<Response<E>>

/** Defines what an endpoint of the contract does. Path, authorisation and schemas come from the contract. */
export type BindRoute = <E extends Endpoint>(
  endpoint: E,
  run: (call: Call<E>) => Promise<Returned<E>> | Returned<E>,
  /**
   * Called only for a query or body with schema errors, without the invalid fields: returns the rule errors of the rest, so
   * that one response names every error. `run` never sees such a call.
   */
  rules?: (call: Call<E>) => Promise<readonly FieldIssue[]> | readonly FieldIssue[],
) => void
