import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { atExit } from './at-exit.ts'

/** A session of its own: Ctrl-C in the terminal reaches us alone, so that all the others go in order. */
export const DETACHED = { detached: true, windowsHide: true } as const

/** Node on these arguments, as a process that ends with us. */
export function spawnDetached(args: readonly string[], options: SpawnOptions, node = process.execPath): ChildProcess {
  const child = spawn(node, args, { ...DETACHED, ...options })
  atExit(() => child.kill('SIGKILL'))
  return child
}
