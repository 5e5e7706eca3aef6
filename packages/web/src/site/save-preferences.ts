import { redirect } from './answer.ts'
import { choiceCookie } from './cookies.ts'
import { isLanguage } from './i18n.ts'
import { localPath } from './local-path.ts'
import { type PageRequest, THEMES } from './page-request.ts'
import type { SiteResponse } from './site-request.ts'

/** The footer's form: language and appearance, then back to where it was sent from. */
export function savePreferences({ form, site }: PageRequest): SiteResponse {
  const secure = site.publicUrl.protocol === 'https:'
  const language = form.get('lang') ?? undefined
  const theme = THEMES.find(name => name === form.get('theme'))
  const cookies = [
    ...(isLanguage(language) ? [choiceCookie('lang', language, secure)] : []),
    ...(theme === undefined ? [] : [choiceCookie('theme', theme, secure)]),
  ]
  return redirect(localPath(form.get('back')), 303, cookies)
}
