import type { Clock } from './clock.ts'
import type { Fetch } from './transport.ts'

export interface ClientOptions {
  /** Where the service lives, such as `https://galley.example`; empty for the page's own origin. */
  readonly baseUrl: string
  /** A Bearer token. Without one, the browser's session cookie says who is calling. */
  readonly token?: string | undefined
  /** In place of the platform's own. */
  readonly fetch?: Fetch | undefined
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** `include` sends the session cookie to another origin too, which that server has to allow. */
  readonly credentials?: 'include' | 'same-origin' | 'omit' | undefined
  /** How often at most a failed request is repeated, where that can do no harm. 2 unless said otherwise. */
  readonly retries?: number | undefined
  /** For one attempt; 0 for no limit. 30 seconds unless said otherwise, 5 minutes for uploads. */
  readonly timeoutMs?: number | undefined
  /** Time and chance, for tests. */
  readonly clock?: Clock | undefined
}
