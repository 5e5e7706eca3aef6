/** The public address of a post. */
export const postPath = (username: string, slug: string): string =>
  `/@${encodeURIComponent(username)}/${encodeURIComponent(slug)}`

export const postAddress = (username: string, slug: string): string => location.origin + postPath(username, slug)
