import type { Command } from './command.ts'
import { init } from './commands/account/init.ts'
import { login } from './commands/account/login.ts'
import { logout } from './commands/account/logout.ts'
import { mcp } from './commands/account/mcp.ts'
import { whoami } from './commands/account/whoami.ts'
import { completion } from './commands/completion.ts'
import { events } from './commands/events.ts'
import { listen } from './commands/listen.ts'
import { open } from './commands/open.ts'
import { check } from './commands/posts/check.ts'
import { importPosts } from './commands/posts/import.ts'
import { newPost } from './commands/posts/new.ts'
import { preview } from './commands/posts/preview.ts'
import { publish, schedule, unpublish } from './commands/posts/publish.ts'
import { pull } from './commands/posts/pull.ts'
import { push } from './commands/posts/push.ts'
import { redirects } from './commands/posts/redirects.ts'
import { status } from './commands/posts/status.ts'
import { search } from './commands/search.ts'

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  login,
  logout,
  whoami,
  init,
  newPost,
  check,
  preview,
  status,
  push,
  pull,
  publish,
  unpublish,
  schedule,
  open,
  search,
  importPosts,
  redirects,
  listen,
  events,
  mcp,
  completion,
]
