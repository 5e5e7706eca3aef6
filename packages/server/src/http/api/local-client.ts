import { Readable } from 'node:stream'
import { ApiError, type Client } from '@galley/client'
import { type AnyOptions, methodsOf, type Parts, type ResponseInfo, type WithResponse } from '@galley/client/local'
import type { Endpoint } from '@galley/contract/endpoint'
import { endpoints } from '@galley/contract/endpoints'
import { ERROR_STATUS } from '@galley/contract/error-codes'
import { SpanKind } from '@opentelemetry/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CachedResponse, SharedPart } from '../../platform/cache/cached-response.ts'
import type { AppContext } from '../../platform/context.ts'
import { addressKey } from '../../platform/core/limits/rate-limits.ts'
import type { Principal } from '../../platform/core/principal.ts'
import { serialize } from '../../platform/core/serialize.ts'
import { traced } from '../../platform/core/tracing.ts'
import { FileResult, Result, type Upload } from '../../platform/operation.ts'
import { countCall, excessOf } from '../admission.ts'
import { toAppError } from '../error-responses.ts'
import { noteView } from '../send-response.ts'
import { nullIfRejected } from './guard.ts'
import { type Called, Caller, type Input, type Operations } from './operations.ts'
import { sentWith } from './sent-with.ts'
import { clearSessionCookie, setLogInCookies } from './session-cookie.ts'

export interface LocalRequest {
  /** The request for whose sender the calls are made. */
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Whose credential came with the request; rejects if there is none, or it is not valid. */
  readonly principal: () => Promise<Principal>
  /** The page was counted against the limit of all requests, so its calls are not. */
  readonly isPartOfPage: boolean
  /** Makes each call. Its result is used when this resolves. */
  readonly makeCall?: <T>(call: () => Promise<T>) => Promise<T>
}

type Call = (endpoint: Endpoint, parts: Parts, options?: AnyOptions) => Promise<WithResponse<unknown>>

/** The client of the SDK over such calls. */
export const localClient = (call: Call): Client =>
  methodsOf((name, parts, options) => call(endpoints[name], parts, options))

/** Calls operations in this process, with the rights, the address and the cookies of a request. */
export function localCalls(context: AppContext, operations: Operations, local: LocalRequest): Call {
  const { settings, limits } = context
  const { request, reply, isPartOfPage, makeCall = call => call() } = local

  return async (endpoint, parts, options = {}) => {
    try {
      const result = await makeCall(() => operate(endpoint, parts, options))
      return { data: await dataOf(endpoint, result), response: responseInfo(endpoint, result) }
    } catch (error) {
      throw toApiError(endpoint, error, request)
    }
  }

  async function operate(endpoint: Endpoint, parts: Parts, options: AnyOptions): Promise<Called> {
    const { method, path } = endpoint
    const principal = await principalFor(endpoint)
    const key =
      principal === null || endpoint.auth === 'none' ? addressKey(request.clientAddress) : `user:${principal.userId}`
    const excess = excessOf(await countCall(limits, endpoint, key, { isPartOfPage }))
    if (excess !== undefined) throw excess
    const caller = await Caller.authorise(context, endpoint, principal)
    const attributes = { 'http.request.method': method, 'http.route': path, 'galley.request_id': request.id }
    const result = await traced(`${method} ${path}`, { kind: SpanKind.INTERNAL, attributes }, () =>
      operations.call(caller, inputOf(endpoint, parts, options)),
    )
    // As over HTTP, a post that is only looked up is not viewed.
    const isPrefetch = options.headers?.['sec-purpose'] !== undefined
    const isShared = result instanceof CachedResponse || result instanceof SharedPart
    if (isShared && !isPrefetch) noteView(context, request, principal, result)
    return result
  }

  async function principalFor({ auth, method }: Endpoint): Promise<Principal | null> {
    if (auth !== 'none') return local.principal()
    // As for requests over HTTP: no credential is needed, but the author's own reads are not counted as views.
    return method === 'GET' ? local.principal().catch(nullIfRejected) : null
  }

  function inputOf(endpoint: Endpoint, parts: Parts, options: AnyOptions): Input {
    const { params = {}, query = {}, body, file } = parts
    const sent = Object.entries(query).filter(([, value]) => value !== undefined)
    return {
      ...sentWith(settings, request, reply),
      target: `${endpoint.method} ${endpoint.path}`,
      params: { ...params },
      query: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
      // As it would be received: without undefined values, and not shared with the caller.
      body: body === undefined ? undefined : JSON.parse(JSON.stringify(body)),
      ifMatch: options.ifMatch,
      ifNoneMatch: options.ifNoneMatch,
      idempotencyKey: options.idempotencyKey,
      accept: undefined,
      lastEventId: undefined,
      ...(file !== undefined && { upload: uploadOf(file, options.fileName) }),
    }
  }

  async function dataOf({ response }: Endpoint, result: Called): Promise<unknown> {
    if (result instanceof CachedResponse || result instanceof SharedPart) return result.value
    if (result instanceof FileResult) return JSON.parse(String(await result.read()))
    const { session } = result.details
    if (session === 'ended') clearSessionCookie(settings, reply)
    else if (session !== undefined) setLogInCookies(settings, reply, session)
    // Only what the contract says may reach a page.
    return JSON.parse(serialize(response, result.body))
  }

  function responseInfo(endpoint: Endpoint, result: Called): ResponseInfo {
    const { status = endpoint.status ?? 200, etag = null } = result instanceof Result ? result.details : {}
    return { status, headers: new Headers(), etag, requestId: request.id }
  }
}

/** The error as the SDK throws it. */
function toApiError(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  thrown: unknown,
  request: FastifyRequest,
): ApiError {
  const { code, message, fields, retryAfterSeconds } = toAppError(thrown, request)
  return new ApiError({
    method,
    url: path,
    status: ERROR_STATUS[code],
    code,
    message,
    fields,
    requestId: request.id,
    retryAfterMs: retryAfterSeconds === undefined ? null : retryAfterSeconds * 1000,
  })
}

function uploadOf(file: Blob, fileName = 'image'): Upload {
  const form = new FormData()
  form.append('file', file, fileName)
  const { headers, body } = new Response(form)
  const stream = Readable.from(body ?? [])
  return {
    form: stream,
    contentType: headers.get('content-type') ?? undefined,
    contentLength: undefined,
    discardRest: () => stream.destroy(),
  }
}
