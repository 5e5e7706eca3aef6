import { ja as calendar } from './calendar.ja.ts'
import { ja as editor } from './editor.ja.ts'
import { ja as errors } from './errors.ja.ts'
import { ja as fields } from './fields.ja.ts'
import type { messages as en } from './messages.en.ts'
import { ja as onboarding } from './onboarding.ja.ts'
import { ja as posts } from './posts.ja.ts'
import { ja as publish } from './publish.ja.ts'
import { ja as settings } from './settings.ja.ts'
import { ja as shell } from './shell.ja.ts'
import { ja as statistics } from './statistics.ja.ts'
import { ja as tokens } from './tokens.ja.ts'
import { ja as ui } from './ui.ja.ts'
import { ja as webhooks } from './webhooks.ja.ts'

/** All texts in Japanese. */
export const messages: typeof en = {
  calendar,
  editor,
  errors,
  fields,
  onboarding,
  posts,
  publish,
  settings,
  shell,
  statistics,
  tokens,
  ui,
  webhooks,
}
