import type { Fetch } from '@galley/client'

/** A request as the server passes it. */
export interface SiteRequest {
  readonly id: string
  readonly method: string
  /** Path and query as they were sent; starts with a slash. */
  readonly url: string
  readonly cookie: string | undefined
  readonly acceptLanguage: string | undefined
  readonly ifNoneMatch: string | undefined
  /** The fields of a form; empty if none was sent. */
  readonly form: URLSearchParams
  /** Calls the API with the session of this request. */
  readonly fetch: Fetch
}

/** A complete response. */
export interface SiteResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** `Set-Cookie` headers, in addition to those that the API has set. */
  readonly cookies: readonly string[]
  readonly body: string | Uint8Array
}

/** The configuration of the site. */
export interface Site {
  readonly publicUrl: URL
  readonly assets: Assets
  /** Origins from which pictures are allowed, besides this host and https. */
  readonly imageOrigins: readonly string[]
  /** Whether anybody can sign up. */
  readonly signups: 'open' | 'closed'
}

/** The URLs of the built files. */
export interface Assets {
  readonly site: { readonly script: string; readonly style: string; readonly preloads: readonly string[] }
  readonly studio: {
    readonly script: string
    readonly styles: readonly string[]
    /** By language of the page. */
    readonly preloads: Readonly<Record<'en' | 'ja', readonly string[]>>
  }
}
