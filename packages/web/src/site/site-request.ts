import type { Fetch } from '@galley/client'

/** A request as the server hands it over. */
export interface SiteRequest {
  readonly id: string
  readonly method: string
  /** Path and query, as they were sent; begins with a slash. */
  readonly url: string
  readonly cookie: string | undefined
  readonly acceptLanguage: string | undefined
  readonly ifNoneMatch: string | undefined
  /** The fields of a form; empty where none was sent. */
  readonly form: URLSearchParams
  /** Reaches the API in the name of whoever sent this request. */
  readonly fetch: Fetch
}

/** A page that is finished. */
export interface SiteResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** `Set-Cookie`, beside those that the API has set on the way. */
  readonly cookies: readonly string[]
  readonly body: string | Uint8Array
}

/** What every page knows about the site that it belongs to. */
export interface Site {
  readonly publicUrl: URL
  readonly assets: Assets
  /** From where pictures may come, beside this host and https. */
  readonly imageOrigins: readonly string[]
  /** Whether strangers may make accounts. */
  readonly signups: 'open' | 'closed'
}

/** Where the built files are. */
export interface Assets {
  readonly site: { readonly script: string; readonly style: string; readonly preloads: readonly string[] }
  readonly studio: {
    readonly script: string
    readonly styles: readonly string[]
    /** By language of the page. */
    readonly preloads: Readonly<Record<'en' | 'ja', readonly string[]>>
  }
}
