import { chooseLanguage } from '@galley/contract/identity/choose-language'
import type { Language } from '@galley/contract/identity/languages'
import { Counter, Gauge } from '@prometheus-io/client'
import type { FastifyRequest } from 'fastify'
import type { CachedResponse } from '../platform/cache/cached-response.ts'
import type { AppContext } from '../platform/context.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of all pages, if the settings have one. */
    siteLanguage: Language | undefined
  }
}

const PAGE_KEY_LENGTH_MAX = 500
const LANGUAGES_MAX = 1000
/** Longer headers are rarely sent twice. */
const LANGUAGES_LENGTH_MAX = 200

/** Returns a function that finds the cached response to a request of an anonymous reader, and counts it. */
export function cachedResponses({
  cache,
  metrics,
}: AppContext): (request: FastifyRequest) => CachedResponse | undefined {
  const registers = [metrics]
  const hits = new Counter({ name: 'galley_cache_hits_total', help: 'Requests answered from the cache.', registers })
  new Gauge({
    name: 'galley_cache_bytes',
    help: 'Estimated memory of cached responses and of the objects that pages are made of.',
    registers,
    collect() {
      this.set(cache.bytes)
    },
  })

  return request => {
    if (!isAnonymousRead(request)) return undefined
    const response = find(request)
    if (response !== undefined) hits.inc()
    return response
  }

  function find(request: FastifyRequest): CachedResponse | undefined {
    const { url } = request
    if (url.startsWith('/api/')) return cache.getByUrl(url)
    const key = anonymousPageKey(request)
    return key === undefined ? undefined : cache.get(key)
  }
}

/** The cache key of a page for anonymous readers; undefined for all other requests. */
export function anonymousPageKey(request: FastifyRequest): string | undefined {
  if (!isAnonymousRead(request)) return undefined
  const language = request.siteLanguage ?? languageFor(request.headers['accept-language'])
  const key = `page ${language} ${request.url}`
  return key.length > PAGE_KEY_LENGTH_MAX ? undefined : key
}

/** The languages chosen for headers, since most readers send one of a few. */
const languages = new Map<string, Language>()

function languageFor(accepts = ''): Language {
  const known = languages.get(accepts)
  if (known !== undefined) return known
  const language = chooseLanguage(undefined, accepts)
  if (accepts.length > LANGUAGES_LENGTH_MAX) return language
  if (languages.size >= LANGUAGES_MAX) languages.clear()
  languages.set(accepts, language)
  return language
}

/** Reads whose response depends on nothing but URL, languages and encodings. */
function isAnonymousRead({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.cookie ?? headers.authorization ?? headers.origin) === undefined
}
