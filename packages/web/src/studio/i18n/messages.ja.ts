import { ja as assistants } from './ja/account/assistants.ts'
import { ja as email } from './ja/account/email.ts'
import { ja as invitations } from './ja/account/invitations.ts'
import { ja as security } from './ja/account/security.ts'
import { ja as settings } from './ja/account/settings.ts'
import { ja as tokens } from './ja/account/tokens.ts'
import { ja as admin } from './ja/admin.ts'
import { ja as errors } from './ja/errors.ts'
import { ja as fields } from './ja/fields.ts'
import { ja as onboarding } from './ja/onboarding.ts'
import { ja as calendar } from './ja/posts/calendar.ts'
import { ja as editor } from './ja/posts/editor.ts'
import { ja as imports } from './ja/posts/imports.ts'
import { ja as media } from './ja/posts/media.ts'
import { ja as posts } from './ja/posts/posts.ts'
import { ja as publish } from './ja/posts/publish.ts'
import { ja as redirects } from './ja/posts/redirects.ts'
import { ja as series } from './ja/posts/series.ts'
import { ja as sales } from './ja/sales.ts'
import { ja as shell } from './ja/shell.ts'
import { ja as statistics } from './ja/statistics.ts'
import { ja as ui } from './ja/ui.ts'
import { ja as webhooks } from './ja/webhooks.ts'
import type { messages as en } from './messages.en.ts'

export const messages: typeof en = {
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
