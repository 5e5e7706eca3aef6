import type { Client } from '@galley/client'
import type { Language } from '@galley/contract/identity/languages'
import type { Signups } from '@galley/contract/identity/sign-ups'
import type { PageReads } from './page-reads.ts'

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
  /** What the pages call, with the session of this request. Calls are rejected if the session is not this user's. */
  readonly callsFor: (user: string | null) => { readonly client: Client; readonly pages: PageReads }
}

export interface SiteResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** `Set-Cookie` headers, in addition to those that the API has set. */
  readonly cookies: readonly string[]
  readonly body: string | Buffer
}

/** The configuration of the site. */
export interface Site {
  readonly name: string
  /** In the operator's words; null: ours, in the reader's language. */
  readonly description: string | null
  readonly logo: SiteLogo | null
  /** The language of readers who have not chosen one; null: as their browsers ask for. */
  readonly language: Language | null
  /** Safe markup at the end of each page. */
  readonly footer: string | null
  readonly publicUrl: URL
  readonly assets: Assets
  /** Origins from which pictures are allowed, besides this host and https. */
  readonly imageOrigins: readonly string[]
  /** Whether anybody can sign up. */
  readonly signups: Signups
  /** Whether the site sends mails. */
  readonly sendsMail: boolean
  /** Whether the operator has not yet opened the link that makes the first administrator. */
  readonly lacksAdmin: () => Promise<boolean>
  /** How paid articles are sold. */
  readonly payments: 'off' | 'test' | 'stripe'
  /** Safe markup of the seller's texts; null if there is none. */
  readonly legal: { readonly notice: string | null; readonly terms: string | null }
}

export interface SiteLogo {
  /** An address on another site, or a path on this one. */
  readonly href: string
  /** Null if it is on another site. */
  readonly file: { readonly type: string; readonly bytes: Buffer } | null
}

/** The URLs of the built files. */
export interface Assets {
  readonly site: { readonly script: string; readonly style: string; readonly preloads: readonly string[] }
  readonly studio: {
    readonly script: string
    readonly styles: readonly string[]
    /** By language of the page. */
    readonly preloads: Readonly<Record<Language, readonly string[]>>
  }
}
