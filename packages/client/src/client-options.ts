import type { Clock } from './clock.ts'
import type { OnRequest, OnResponse } from './hooks.ts'

/** The only function of the platform that the client needs. The global `fetch` has this type. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface ClientOptions {
  /** Address of the service, such as `https://galley.example`; empty for the page's own origin. */
  readonly baseUrl: string
  /** A Bearer token, or a function that gives one before each attempt. Without it, the browser sends its session cookie. */
  readonly token?: string | (() => string | Promise<string>) | undefined
  /** Replaces the platform's `fetch`. */
  readonly fetch?: Fetch | undefined
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** `include` sends the session cookie to another origin too, which that server has to allow. */
  readonly credentials?: 'include' | 'same-origin' | 'omit' | undefined
  /** How often at most a failed request is sent again, where that is safe. The default is 2. */
  readonly retries?: number | undefined
  /** The longest `Retry-After` that is waited for. The default is 60 seconds; after a longer one the call fails at once. */
  readonly maxRetryAfterMs?: number | undefined
  /** For one attempt; 0 for no limit. The default is 30 seconds, and 5 minutes for uploads. */
  readonly timeoutMs?: number | undefined
  /** Called before each attempt. */
  readonly onRequest?: OnRequest | undefined
  /** Called after each attempt. */
  readonly onResponse?: OnResponse | undefined
  /** Time and random numbers, for tests. */
  readonly clock?: Clock | undefined
}
