import { en as assistants } from './en/account/assistants.ts'
import { en as email } from './en/account/email.ts'
import { en as invitations } from './en/account/invitations.ts'
import { en as security } from './en/account/security.ts'
import { en as settings } from './en/account/settings.ts'
import { en as tokens } from './en/account/tokens.ts'
import { en as admin } from './en/admin.ts'
import { en as errors } from './en/errors.ts'
import { en as fields } from './en/fields.ts'
import { en as onboarding } from './en/onboarding.ts'
import { en as calendar } from './en/posts/calendar.ts'
import { en as editor } from './en/posts/editor.ts'
import { en as imports } from './en/posts/imports.ts'
import { en as media } from './en/posts/media.ts'
import { en as posts } from './en/posts/posts.ts'
import { en as publish } from './en/posts/publish.ts'
import { en as redirects } from './en/posts/redirects.ts'
import { en as series } from './en/posts/series.ts'
import { en as sales } from './en/sales.ts'
import { en as shell } from './en/shell.ts'
import { en as statistics } from './en/statistics.ts'
import { en as ui } from './en/ui.ts'
import { en as webhooks } from './en/webhooks.ts'

/** All texts in English. The Japanese ones have the same shape. */
export const messages = {
  admin,
  assistants,
  calendar,
  editor,
  email,
  errors,
  fields,
  imports,
  invitations,
  media,
  onboarding,
  posts,
  publish,
  redirects,
  sales,
  security,
  series,
  settings,
  shell,
  statistics,
  tokens,
  ui,
  webhooks,
}
