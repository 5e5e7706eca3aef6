import { ERROR_STATUS } from '@galley/contract/error-codes'
import { ensureBuilt, keptBuilds } from '@galley/web/build'
import type { Assets, ReadingSite, SiteRequest, SiteResponse } from '@galley/web/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PrincipalCache } from '../../identity/accounts/sessions/identify.ts'
import { encodingFor } from '../../platform/cache/accepted-encoding.ts'
import {
  CachedResponse,
  compress,
  isUnmodified,
  WORTH_COMPRESSING_BYTES,
} from '../../platform/cache/cached-response.ts'
import type { AppContext } from '../../platform/context.ts'
import type { AppError } from '../../platform/core/errors.ts'
import type { Principal } from '../../platform/core/principal.ts'
import { pageReads } from '../../reading/pages/page-reads.ts'
import { authenticateSession } from '../api/guard.ts'
import { localCalls, localClient } from '../api/local-client.ts'
import type { Operations } from '../api/operations.ts'
import { rejectCrossSite } from '../cross-site.ts'
import { readRestOfBody, toAppError } from '../error-responses.ts'
import { sendResponse } from '../send-response.ts'
import { assetRoutes } from './asset-routes.ts'
import { createPageMaker, type MakeCall } from './make-page.ts'
import { pageCalls } from './page-calls.ts'
import { originsOf, siteIdentity } from './site-identity.ts'

export type { Assets }

/** Paths of the API and its tools, whose 404 is JSON and not a page. */
const NOT_A_PAGE =
  /^\/(?:api|media|docs|healthz|readyz|metrics|assets|mcp|oauth\/(?:register|token|revoke)|\.well-known)(?:[/?]|$)/
const FORM_MAX_BYTES = 65_536

interface SiteParts {
  readonly operations: Operations
  readonly principals: PrincipalCache
  readonly lacksAdmin: () => Promise<boolean>
  readonly assets: Assets | undefined
}

/**
 * Everything outside the API is served by the website, which is loaded with its first page. Its browser code is built,
 * unless other addresses are given.
 */
export function siteRoutes(
  app: FastifyInstance,
  context: AppContext,
  { operations, principals, lacksAdmin, assets }: SiteParts,
): void {
  const { log } = context
  const build = () =>
    ensureBuilt(
      line => log.info(line),
      line => log.warn(line),
    )
  const makePage = createPageMaker(context.cache)
  // After the endpoints were served: these operations are called by pages only.
  pageReads(operations.bind, context)
  if (assets === undefined) assetRoutes(app, async () => keptBuilds(await build()))
  let loading: Promise<ReadingSite> | undefined
  const load = () => {
    loading ??= loadSite(context, build, untilFalse(lacksAdmin), assets).catch(error => {
      loading = undefined
      throw error
    })
    return loading
  }

  app.register(async pages => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_MAX_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    )
    // Requests that are rejected before the site handles them, such as a form that is too long, get an error page too.
    pages.setErrorHandler(async (error, request, reply) => {
      if (!isPage(request)) throw error
      const rejection = toAppError(error, request)
      if (rejection.code === 'PAYLOAD_TOO_LARGE') readRestOfBody(request, reply)
      setRetryAfter(reply, rejection)
      const site = await load()
      const sent = { ...toSiteRequest(request), callsFor: callsFor(request, reply) }
      return send(request, reply, await site.reject(sent, ERROR_STATUS[rejection.code]))
    })
    pages.route({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/*',
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        if (!isPage(request)) return reply.callNotFound()
        if (!isOneClick(request)) rejectCrossSite(context.settings, request)
        const startedMs = performance.now()
        const site = await load()
        const sent = toSiteRequest(request)
        const page = await makePage(request, (makeCall, isShared) => {
          // A shared page is not made for the one reader who has it already.
          const ifNoneMatch = isShared ? undefined : sent.ifNoneMatch
          return site.handle({ ...sent, ifNoneMatch, callsFor: callsFor(request, reply, makeCall) })
        })
        reply.header('server-timing', `page;dur=${(performance.now() - startedMs).toFixed(1)}`)
        if (page instanceof CachedResponse) {
          await page.ready(request.headers['accept-encoding'])
          return sendResponse(context, request, reply, page)
        }
        // The API was unavailable for the page.
        if (page.status === 503) reply.header('retry-after', 1)
        if (page.cookies.length > 0) reply.header('set-cookie', [...page.cookies])
        return send(request, reply, page)
      },
    })
  })

  /** What pages call, with the session of the reader. */
  function callsFor(
    request: FastifyRequest,
    reply: FastifyReply,
    makeCall: MakeCall = call => call(),
  ): SiteRequest['callsFor'] {
    return user => {
      let identified: Promise<Principal> | undefined
      const principal = () => {
        identified ??= authenticateSession(context, principals, request, reply, user ?? undefined).then(reader => {
          request.principal = reader
          return reader
        })
        return identified
      }
      const call = localCalls(context, operations, { request, reply, principal, isPartOfPage: true, makeCall })
      return { client: localClient(call), pages: pageCalls(call) }
    }
  }
}

/** Mail programs post to this page, which needs no session (RFC 8058). The address has the token; the form is not read. */
const isOneClick = ({ url }: FastifyRequest) => url.startsWith('/unsubscribe?')

const isPage = ({ url }: FastifyRequest) => !NOT_A_PAGE.test(url) && url.startsWith('/')

function setRetryAfter(reply: FastifyReply, { retryAfterSeconds }: AppError): void {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
}

async function loadSite(
  context: AppContext,
  build: () => ReturnType<typeof ensureBuilt>,
  lacksAdmin: () => Promise<boolean>,
  assets: Assets | undefined,
): Promise<ReadingSite> {
  const { createSite, readAssets } = await import('@galley/web/site')
  const { settings, log } = context
  const { publicUrl, storage, signups, mail, payments } = settings
  const bucket = storage.kind === 's3' && storage.publicUrl !== undefined ? [new URL(storage.publicUrl).origin] : []
  const identity = await siteIdentity(context)
  return createSite({
    ...identity,
    publicUrl,
    assets: assets ?? (await readAssets(await build())),
    imageOrigins: [publicUrl.origin, ...bucket, ...originsOf(identity.logo)],
    signups,
    sendsMail: mail.smtp !== undefined,
    payments: payments.kind,
    lacksAdmin,
    report: (error, requestId) => log.error({ err: error, request_id: requestId }, 'a page failed'),
  })
}

/** Asks until the result is false, which is the usual state of a site. */
function untilFalse(ask: () => Promise<boolean>): () => Promise<boolean> {
  let last = true
  return async () => {
    last &&= await ask()
    return last
  }
}

function toSiteRequest(request: FastifyRequest): Omit<SiteRequest, 'callsFor'> {
  const { id, method, url, headers, body } = request
  const pick = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined)
  return {
    id,
    method,
    url,
    cookie: pick('cookie'),
    acceptLanguage: pick('accept-language'),
    ifNoneMatch: pick('if-none-match'),
    form: body instanceof URLSearchParams ? body : new URLSearchParams(),
  }
}

async function send(request: FastifyRequest, reply: FastifyReply, { status, headers, body }: SiteResponse) {
  const isKnown =
    request.headers['if-none-match'] === undefined && isUnmodified(headers, request.headers['if-modified-since'])
  if (status === 200 && isKnown) return reply.code(304).headers(headers).send()
  reply.code(status).headers(headers)
  // A 304 has no body, and so neither length nor encoding.
  if (status === 304) return reply.send()
  const encoding = encodingFor(request.headers['accept-encoding'] ?? '')
  const isCompressed = /^image\/(?!svg)/.test(headers['content-type'] ?? '')
  if (encoding === null || isCompressed || body.length < WORTH_COMPRESSING_BYTES) return reply.send(body)
  return reply.header('content-encoding', encoding).send(await compress[encoding](Buffer.from(body)))
}
