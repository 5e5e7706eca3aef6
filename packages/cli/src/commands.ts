import type { Command } from './command.ts'
import { check } from './commands/check.ts'
import { completion } from './commands/completion.ts'
import { init } from './commands/init.ts'
import { login } from './commands/login.ts'
import { logout } from './commands/logout.ts'
import { newPost } from './commands/new.ts'
import { push } from './commands/push.ts'
import { status } from './commands/status.ts'
import { whoami } from './commands/whoami.ts'

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [login, logout, whoami, init, newPost, check, status, push, completion]
