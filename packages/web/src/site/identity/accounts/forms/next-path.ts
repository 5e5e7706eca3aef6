import { localPath } from '../../../local-path.ts'
import type { PageRequest } from '../../../page-request.ts'

/** The path to redirect to after logging in: on this site, and not an account page. */
export function nextPath({ form, url }: PageRequest): string {
  const path = localPath(form.get('next') ?? url.searchParams.get('next'))
  return /^\/(?:login|signup|logout|setup|password-reset|verify-email)(?:[/?#]|$)/.test(path) ? '/' : path
}
