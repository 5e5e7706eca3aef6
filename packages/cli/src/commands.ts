import type { Command } from './command.ts'
import { check } from './commands/check.ts'
import { completion } from './commands/completion.ts'
import { events } from './commands/events.ts'
import { importPosts } from './commands/import.ts'
import { init } from './commands/init.ts'
import { listen } from './commands/listen.ts'
import { login } from './commands/login.ts'
import { logout } from './commands/logout.ts'
import { mcp } from './commands/mcp.ts'
import { newPost } from './commands/new.ts'
import { open } from './commands/open.ts'
import { preview } from './commands/preview.ts'
import { publish, schedule, unpublish } from './commands/publish.ts'
import { pull } from './commands/pull.ts'
import { push } from './commands/push.ts'
import { redirects } from './commands/redirects.ts'
import { search } from './commands/search.ts'
import { status } from './commands/status.ts'
import { whoami } from './commands/whoami.ts'

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
