import type { Settings } from '../config.ts'

export const profileAddress = ({ publicUrl }: Pick<Settings, 'publicUrl'>, username: string): string =>
  `${publicUrl.origin}/@${encodeURIComponent(username)}`

/** The address of a post's page. Never stored, because the operator may change `PUBLIC_URL`. */
export const postAddress = ({ publicUrl }: Pick<Settings, 'publicUrl'>, username: string, slug: string): string =>
  `${publicUrl.origin}/@${encodeURIComponent(username)}/${encodeURIComponent(slug)}`

export const seriesAddress = ({ publicUrl }: Pick<Settings, 'publicUrl'>, username: string, slug: string): string =>
  `${publicUrl.origin}/@${encodeURIComponent(username)}/series/${encodeURIComponent(slug)}`
