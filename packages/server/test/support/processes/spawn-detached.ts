import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { atExit } from './at-exit.ts'

/** In its own session, so that Ctrl-C reaches only this process, which then ends the others in order. */
export const DETACHED = { detached: true, windowsHide: true } as const

/** Starts Node with these arguments; the process is killed when this one exits. */
export function spawnDetached(args: readonly string[], options: SpawnOptions, node = process.execPath): ChildProcess {
  const child = spawn(node, args, { ...DETACHED, ...options })
  atExit(() => child.kill('SIGKILL'))
  return child
}
