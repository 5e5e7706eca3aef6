import type { IncomingMessage } from 'node:http'
import type { Fetch } from '@galley/client'
import type { SiteRequest, SiteResponse } from '@galley/web/site'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import type { CachedAnswer, ResponseCache } from '../core/response-cache.ts'
import { answersOf, type Page, type PageCache, type PagePart } from './page-cache.ts'

const LONGEST_KEY = 500

/** Brings nothing that an answer could depend on, apart from its languages. */
export function isStranger({ method, headers }: IncomingMessage): boolean {
  const { cookie, authorization, origin, range } = headers
  return (
    method === 'GET' &&
    (cookie ?? authorization ?? origin ?? range ?? headers['x-request-id'] ?? headers['sec-purpose']) === undefined
  )
}

/** All that decides which page a stranger is shown. Undefined for everybody else. */
export function strangersKey(request: IncomingMessage): string | undefined {
  if (!isStranger(request)) return undefined
  const key = `${request.headers['accept-language'] ?? ''} ${request.url}`
  return key.length > LONGEST_KEY ? undefined : key
}

export interface SiteAnswer extends SiteResponse {
  /** Compressed forms of the body, which others may have made or may need. */
  readonly forms?: CachedAnswer['forms']
}

/** Answers a page that is kept for strangers, made if need be; for everybody else, or if it is none to keep, one of their own. */
export async function answerStranger(
  { responses, views }: AppContext,
  pages: PageCache,
  request: FastifyRequest,
  sent: SiteRequest,
  handle: (sent: SiteRequest) => Promise<SiteResponse>,
): Promise<SiteAnswer> {
  const key = strangersKey(request.raw)
  if (key === undefined) return handle(sent)
  let own: SiteResponse | undefined
  const page = await pages.make(key, async () => {
    const { fetch, parts } = notingParts(sent.fetch)
    own = await handle({ ...sent, fetch, ifNoneMatch: undefined })
    return finishPage(responses, own, parts)
  })
  if (page === undefined) return unlessKnown(own ?? (await handle(sent)), sent)
  const { headers, html, content } = page
  // Whoever made it has been seen by the API.
  if (own === undefined && content.shows !== null) {
    views.note(content.shows.postId, `${request.ip} ${request.headers['user-agent']}`)
  }
  return unlessKnown({ status: 200, headers, cookies: [], body: html, forms: content.forms }, sent)
}

function unlessKnown(answer: SiteAnswer, { ifNoneMatch }: SiteRequest): SiteAnswer {
  const { etag } = answer.headers
  if (etag === undefined || !ifNoneMatch?.split(/,\s*/).includes(etag)) return answer
  const { 'content-type': _, ...headers } = answer.headers
  return { status: 304, headers, cookies: answer.cookies, body: '' }
}

/** Notes the answers that are fetched on the way. */
function notingParts(fetch: Fetch): { fetch: Fetch; parts: PagePart[] } {
  const parts: PagePart[] = []
  return {
    parts,
    fetch: async (address, init) => {
      const answer = await fetch(address, init)
      const { pathname, search } = new URL(address)
      parts.push({ url: pathname + search, etag: versionOf(answer.headers.get('etag')) })
      return answer
    },
  }
}

/** A page to keep, if all it shows is what the API says to everybody. */
function finishPage(
  responses: ResponseCache,
  { status, headers, cookies, body }: SiteResponse,
  parts: readonly PagePart[],
): Page | undefined {
  if (status !== 200 || cookies.length > 0 || typeof body !== 'string' || parts.length === 0) return undefined
  const answers = answersOf(responses, parts)
  if (answers === undefined) return undefined
  // To read the page is to read the post that it shows.
  const shows = answers.find(answer => answer.shows !== null)?.shows ?? null
  const etag = versionOf(headers['etag'] ?? null)
  return { headers, html: body, parts, content: { body: Buffer.from(body), etag, sinceMs: 0, forms: new Map(), shows } }
}

/** An entity tag without its quotes. */
function versionOf(etag: string | null): string {
  return /"(.*)"/.exec(etag ?? '')?.[1] ?? ''
}
