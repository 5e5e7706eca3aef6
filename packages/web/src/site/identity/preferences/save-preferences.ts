import { isLanguage } from '@galley/contract/identity/languages'
import { localPath } from '../../local-path.ts'
import { type PageRequest, THEMES } from '../../page-request.ts'
import { redirect } from '../../respond.ts'
import type { SiteResponse } from '../../site-request.ts'

const YEAR_SECONDS = 365 * 24 * 3600

/** The form in the footer: stores language and appearance, and redirects back. */
export function savePreferences({ form, site }: PageRequest): SiteResponse {
  const secure = site.publicUrl.protocol === 'https:'
  const language = form.get('lang') ?? undefined
  const theme = THEMES.find(name => name === form.get('theme'))
  const cookies = [
    ...(isLanguage(language) ? [preferenceCookie('lang', language, secure)] : []),
    ...(theme === undefined ? [] : [preferenceCookie('theme', theme, secure)]),
  ]
  return redirect(localPath(form.get('back')), 303, cookies)
}

/** Stores a preference for a year. Readable by scripts, because the studio uses the same preferences. */
function preferenceCookie(name: string, value: string, secure: boolean): string {
  return `${name}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure ? '; Secure' : ''}`
}
