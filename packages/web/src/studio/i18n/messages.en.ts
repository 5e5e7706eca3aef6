import * as account from './en/account.ts'
import * as admin from './en/admin.ts'
import * as editor from './en/editor.ts'
import * as errors from './en/errors.ts'
import * as fields from './en/fields.ts'
import * as imports from './en/imports.ts'
import * as library from './en/library.ts'
import * as posts from './en/posts.ts'
import * as publish from './en/publish.ts'
import * as reading from './en/reading.ts'
import * as settings from './en/settings.ts'
import * as shell from './en/shell.ts'
import * as tokens from './en/tokens.ts'
import * as webhooks from './en/webhooks.ts'

/** All texts in English, by area. Those in other languages have the same shape. */
export const messages = {
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

export type Messages = typeof messages
