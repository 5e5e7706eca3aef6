import { localPath } from '../local-path.ts'
import type { PageRequest } from '../page-request.ts'

/** Where the reader wanted to go before the log-in: a path of this site, and not one of the pages that led here. */
export function nextPath({ form, url }: PageRequest): string {
  const path = localPath(form.get('next') ?? url.searchParams.get('next'))
  return /^\/(?:login|signup|logout)(?:[/?#]|$)/.test(path) ? '/' : path
}
