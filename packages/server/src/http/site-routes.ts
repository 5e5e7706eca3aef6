import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ERROR_STATUS } from '@galley/contract/errors'
import { ensureBuilt } from '@galley/web/build'
import type { ReadingSite, SiteRequest } from '@galley/web/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { encodingFor } from '../core/accepted-encoding.ts'
import { AppError } from '../core/errors.ts'
import { addressKey, enforce } from '../core/rate-limits.ts'
import { assetRoutes } from './asset-routes.ts'
import { refuseCrossSite } from './cross-site.ts'
import { hearOut, toAppError } from './error-answers.ts'
import { fetchInProcess } from './fetch-in-process.ts'
import type { PageCache } from './page-cache.ts'
import { answerStranger, type SiteAnswer } from './strangers-pages.ts'

/** What belongs to the API and its tools: when nothing is there, they say so in their own way. */
const NOT_A_PAGE = /^\/(?:api|media|docs|healthz|readyz|metrics|assets)(?:[/?]|$)/
const FORM_MAX_BYTES = 65_536
const WORTH_COMPRESSING_BYTES = 1024

/** Everything that is not the API's goes to the website, which is loaded when its first page is asked for. */
export function siteRoutes(app: FastifyInstance, context: AppContext, kept: PageCache): void {
  const { log } = context
  const build = () =>
    ensureBuilt(
      line => log.info(line),
      line => log.warn(line),
    )
  assetRoutes(app, async () => Object.values(await build()))
  let loading: Promise<ReadingSite> | undefined
  const load = () => {
    loading ??= loadSite(context, build).catch(error => {
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
    // Also what fails before the site is asked, such as a form that is too long, is told on a page.
    pages.setErrorHandler(async (error, request, reply) => {
      if (!isPage(request)) throw error
      const refusal = toAppError(error, request)
      if (refusal.code === 'PAYLOAD_TOO_LARGE') hearOut(request, reply)
      tellWhen(reply, refusal)
      const site = await load()
      const sent = toSiteRequest(request, fetchInProcess(app, request).fetch)
      return send(request, reply, await site.refuse(sent, ERROR_STATUS[refusal.code]))
    })
    pages.route({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/*',
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        if (!isPage(request)) return reply.callNotFound()
        const startedMs = performance.now()
        const site = await load()
        const { fetch, cookies } = fetchInProcess(app, request)
        const sent = toSiteRequest(request, fetch)
        const refusal = refusalOf(context, request)
        if (refusal !== undefined) tellWhen(reply, refusal)
        const answer = await (refusal
          ? site.refuse(sent, ERROR_STATUS[refusal.code])
          : answerStranger(context, kept, request, sent, site.handle))
        reply.header('server-timing', `page;dur=${(performance.now() - startedMs).toFixed(1)}`)
        reply.header('set-cookie', [...cookies(), ...answer.cookies])
        return send(request, reply, answer)
      },
    })
  })
}

const isPage = ({ url }: FastifyRequest) => !NOT_A_PAGE.test(url) && url.startsWith('/')

function tellWhen(reply: FastifyReply, { retryAfterSeconds }: AppError): void {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
}

async function loadSite({ settings, log }: AppContext, build: () => ReturnType<typeof ensureBuilt>) {
  const [{ createSite, readAssets }, builds] = await Promise.all([import('@galley/web/site'), build()])
  const { publicUrl, storage, signups } = settings
  const bucket = storage.kind === 's3' && storage.publicUrl !== undefined ? [new URL(storage.publicUrl).origin] : []
  return createSite({
    publicUrl,
    assets: await readAssets(builds),
    imageOrigins: [publicUrl.origin, ...bucket],
    signups,
    report: (error, requestId) => log.error({ err: error, request_id: requestId }, 'a page failed'),
  })
}

function toSiteRequest(request: FastifyRequest, fetch: SiteRequest['fetch']): SiteRequest {
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
    fetch,
  }
}

/** A page counts once against the reader's limit, however often it asks the API. */
function refusalOf({ limits, settings }: AppContext, request: FastifyRequest): AppError | undefined {
  try {
    enforce(limits.requests.consume(addressKey(request.ip)))
    refuseCrossSite(settings, request)
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

async function send(request: FastifyRequest, reply: FastifyReply, { status, headers, body, forms }: SiteAnswer) {
  reply.code(status).headers(headers)
  // Anything sent, if only nothing at all, would have a length and a type of its own.
  if (status === 304) return reply.send()
  const encoding = encodingFor(request.headers['accept-encoding'] ?? '')
  // Pictures are as small as they get.
  if (encoding === null || typeof body !== 'string' || body.length < WORTH_COMPRESSING_BYTES) return reply.send(body)
  const known = forms?.get(encoding)
  const form = known instanceof Buffer ? known : await compressors[encoding](body)
  forms?.set(encoding, form)
  return reply.header('content-encoding', encoding).send(form)
}

const compressors = {
  br: (body: string) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: string) => promisify(gzip)(body, { level: 5 }),
}
