import { en as admin } from './en/admin.ts'
import { en as assistants } from './en/assistants.ts'
import { en as calendar } from './en/calendar.ts'
import { en as editor } from './en/editor.ts'
import { en as email } from './en/email.ts'
import { en as errors } from './en/errors.ts'
import { en as fields } from './en/fields.ts'
import { en as imports } from './en/imports.ts'
import { en as invitations } from './en/invitations.ts'
import { en as media } from './en/media.ts'
import { en as onboarding } from './en/onboarding.ts'
import { en as posts } from './en/posts.ts'
import { en as publish } from './en/publish.ts'
import { en as redirects } from './en/redirects.ts'
import { en as sales } from './en/sales.ts'
import { en as security } from './en/security.ts'
import { en as series } from './en/series.ts'
import { en as settings } from './en/settings.ts'
import { en as shell } from './en/shell.ts'
import { en as statistics } from './en/statistics.ts'
import { en as tokens } from './en/tokens.ts'
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
