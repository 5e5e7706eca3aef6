/** The settings, of which only this one is needed. */
interface Site {
  readonly publicUrl: URL
}

export const profileAddress = ({ publicUrl }: Site, username: string): string =>
  `${publicUrl.origin}/@${encodeURIComponent(username)}`

/** The address of a post's page. Never stored, because the operator may change `PUBLIC_URL`. */
export const postAddress = ({ publicUrl }: Site, username: string, slug: string): string =>
  `${publicUrl.origin}/@${encodeURIComponent(username)}/${encodeURIComponent(slug)}`

export const seriesAddress = ({ publicUrl }: Site, username: string, slug: string): string =>
  `${publicUrl.origin}/@${encodeURIComponent(username)}/series/${encodeURIComponent(slug)}`
