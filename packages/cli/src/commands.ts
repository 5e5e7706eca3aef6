import type { Command } from './command.ts'
import { login, logout, whoami } from './commands/account.ts'
import { completion } from './commands/completion.ts'
import { events } from './commands/events.ts'
import { importPosts } from './commands/import.ts'
import { listen } from './commands/listen.ts'
import { mcp } from './commands/mcp.ts'
import { init, newPost } from './commands/new-files.ts'
import { open } from './commands/open.ts'
import { preview } from './commands/preview.ts'
import { publish, schedule, unpublish } from './commands/publish.ts'
import { redirects } from './commands/redirects.ts'
import { search } from './commands/search.ts'
import { check, pull, push, status } from './commands/sync.ts'

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
