import { ApiError, type Client, createClient, type Me } from '@galley/client'
import { readCookie } from './cookies.ts'
import type { Report } from './each-item.ts'
import { chooseLanguage, type Language, messagesIn } from './i18n.ts'
import type { Messages } from './messages/en.ts'
import type { Site, SiteRequest } from './site-request.ts'

export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** One request as a page sees it. */
export interface PageRequest {
  readonly site: Site
  readonly method: string
  readonly url: URL
  readonly language: Language
  readonly t: Messages
  readonly theme: Theme
  /** The API, asked in the reader's name. */
  readonly client: Client
  /** Who reads, or null. Asked for when the request came in, so that waiting for it costs nothing extra. */
  readonly reader: Promise<Me | null>
  /** Asks what the API tells only those who are logged in, without waiting to hear who it is; null for anybody else. */
  readonly asReader: <T>(question: () => Promise<T>) => Promise<T | null>
  /** What a form sent; empty for a page that is only read. */
  readonly form: URLSearchParams
  /** To quote when something went wrong. */
  readonly requestId: string
  /** Logs a fault that the page can be shown without. */
  readonly report: Report
}

export function createPageRequest(site: Site, request: SiteRequest, report: Report): PageRequest {
  const { cookie } = request
  const language = chooseLanguage(readCookie(cookie, 'lang'), request.acceptLanguage)
  const client = createClient({ baseUrl: site.publicUrl.origin, fetch: request.fetch, retries: 0, timeoutMs: 0 })
  const asReader: PageRequest['asReader'] = hasSession(cookie)
    ? question => question().catch(nullIfLoggedOut)
    : () => Promise.resolve(null)
  const reader = asReader(() => client.me.read())
  // Whoever needs the answer hears of a failure; a page that needs none must not end the process by it.
  reader.catch(() => {})
  return {
    site,
    method: request.method,
    url: new URL(site.publicUrl.origin + request.url),
    language,
    t: messagesIn(language),
    theme: readTheme(cookie),
    client,
    reader,
    asReader,
    form: request.form,
    requestId: request.id,
    report,
  }
}

const hasSession = (cookie: string | undefined) => /(?:^|;\s*)(?:__Host-)?galley_session=/.test(cookie ?? '')

function nullIfLoggedOut(error: unknown): null {
  if (error instanceof ApiError && error.status === 401) return null
  throw error
}

function readTheme(cookie: string | undefined): Theme {
  const chosen = readCookie(cookie, 'theme')
  return THEMES.find(theme => theme === chosen) ?? 'auto'
}
