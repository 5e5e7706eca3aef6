import * as account from './ja/account.ts'
import * as admin from './ja/admin.ts'
import * as editor from './ja/editor.ts'
import * as errors from './ja/errors.ts'
import * as fields from './ja/fields.ts'
import * as imports from './ja/imports.ts'
import * as library from './ja/library.ts'
import * as posts from './ja/posts.ts'
import * as publish from './ja/publish.ts'
import * as reading from './ja/reading.ts'
import * as settings from './ja/settings.ts'
import * as shell from './ja/shell.ts'
import * as tokens from './ja/tokens.ts'
import * as webhooks from './ja/webhooks.ts'
import type { Messages } from './messages.en.ts'

/** All texts in Japanese. */
export const messages: Messages = {
  ...account,
  ...admin,
  ...editor,
  ...errors,
  ...fields,
  ...imports,
  ...library,
  ...posts,
  ...publish,
  ...reading,
  ...settings,
  ...shell,
  ...tokens,
  ...webhooks,
}
