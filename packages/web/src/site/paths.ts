/** The paths of all pages. */
export const profilePath = (username: string) => `/@${encodeURIComponent(username)}`
export const articlePath = (username: string, slug: string) => `${profilePath(username)}/${encodeURIComponent(slug)}`
export const seriesPath = (username: string, slug: string) =>
  `${profilePath(username)}/series/${encodeURIComponent(slug)}`
export const categoryPath = (value: string) => `/categories/${encodeURIComponent(value)}`
export const tagPath = (tag: string) => `/tags/${encodeURIComponent(tag)}`
export const rankingPath = (type: string) => `/ranking/${type}`
export const logInPath = (next: string) => `/login?next=${encodeURIComponent(next)}`

export const NOTIFICATIONS_PATH = '/notifications'
export const NOTIFICATION_SETTINGS_PATH = '/notifications/settings'

/** The reader's own lists, in the order of their tabs. */
export const READING_PATHS = {
  feed: '/following',
  saved: '/saved',
  liked: '/liked',
  authors: '/following/authors',
  bought: '/purchases',
} as const
export type ReadingList = keyof typeof READING_PATHS

/** A path with a query; null and default values are left out. */
export function withQuery(path: string, query: Readonly<Record<string, string | number | null>>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== null) parameters.set(name, String(value))
  return parameters.size === 0 ? path : `${path}?${parameters}`
}
