import { ApiError, type Client } from '@galley/client'
import { chooseLanguage } from '@galley/contract/identity/choose-language'
import type { Language } from '@galley/contract/identity/languages'
import type { Texts } from '../texts/en/site.ts'
import type { Report } from './each-item.ts'
import type { PageReads, ReaderState } from './page-reads.ts'
import type { Site, SiteRequest } from './site-request.ts'
import { textsIn } from './texts.ts'

export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** The request as page handlers see it. */
export interface PageRequest {
  readonly site: Site
  readonly method: string
  readonly url: URL
  readonly language: Language
  readonly t: Texts
  readonly theme: Theme
  /** The API client with the reader's session. */
  readonly client: Client
  readonly pages: PageReads
  /**
   * The logged-in user, or null. It is read once: the first call says what else of the reader the page needs, and should
   * come before the page's other calls, so that they run at the same time.
   */
  readonly readReader: (subject?: Parameters<PageReads['readerState']>[0]) => Promise<ReaderState | null>
  /** Makes an API call that needs a session, without waiting for `reader`; null for anonymous readers. */
  readonly asReader: <T>(call: () => Promise<T>) => Promise<T | null>
  /** The fields of a submitted form; empty for GET. */
  readonly form: URLSearchParams
  /** Shown on error pages. */
  readonly requestId: string
  /** Logs an error that does not prevent the page from being shown. */
  readonly report: Report
}

export function createPageRequest(site: Site, request: SiteRequest, report: Report): PageRequest {
  const { cookie } = request
  const language = chooseLanguage(readCookie(cookie, 'lang'), site.language ?? request.acceptLanguage)
  const { client, pages } = request.callsFor(userOf(request.form))
  const asReader: PageRequest['asReader'] = hasSession(cookie)
    ? call => call().catch(nullIfLoggedOut)
    : () => Promise.resolve(null)
  let reader: Promise<ReaderState | null> | undefined
  const readReader: PageRequest['readReader'] = (subject = {}) => {
    if (reader === undefined) {
      reader = asReader(() => pages.readerState(subject))
      // Handles the rejection in case another call fails first; otherwise it would end the process.
      reader.catch(() => {})
    }
    return reader
  }
  return {
    site,
    method: request.method,
    url: new URL(site.publicUrl.origin + request.url),
    language,
    t: textsIn(language),
    theme: readTheme(cookie),
    client,
    pages,
    readReader,
    asReader,
    form: request.form,
    requestId: request.id,
    report,
  }
}

/** The user for whom the page with this form was made; the layout adds the field to each form. */
export const USER_FIELD = 'galley_user'
export const userOf = (form: URLSearchParams): string | null => form.get(USER_FIELD)

const hasSession = (cookie: string | undefined) => /(?:^|;\s*)(?:__Host-)?galley_session=/.test(cookie ?? '')

function nullIfLoggedOut(error: unknown): null {
  if (error instanceof ApiError && error.status === 401) return null
  throw error
}

function readTheme(cookie: string | undefined): Theme {
  const chosen = readCookie(cookie, 'theme')
  return THEMES.find(theme => theme === chosen) ?? 'auto'
}

/** The value of a cookie, or undefined. */
function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}
