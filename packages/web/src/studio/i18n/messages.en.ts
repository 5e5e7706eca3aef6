import { en as calendar } from './calendar.en.ts'
import { en as editor } from './editor.en.ts'
import { en as errors } from './errors.en.ts'
import { en as fields } from './fields.en.ts'
import { en as onboarding } from './onboarding.en.ts'
import { en as posts } from './posts.en.ts'
import { en as publish } from './publish.en.ts'
import { en as settings } from './settings.en.ts'
import { en as shell } from './shell.en.ts'
import { en as statistics } from './statistics.en.ts'
import { en as tokens } from './tokens.en.ts'
import { en as ui } from './ui.en.ts'
import { en as webhooks } from './webhooks.en.ts'

/** All texts in English. The Japanese ones have the same shape. */
export const messages = {
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
