import { isLanguage } from '@galley/contract/accounts/languages'
import { redirect } from '../answer.ts'
import { localPath } from '../local-path.ts'
import { type PageRequest, THEMES } from '../page-request.ts'
import type { SiteResponse } from '../site-request.ts'
import { preferenceCookie } from './cookies.ts'

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
