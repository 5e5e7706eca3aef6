import { type ChildProcess, fork } from 'node:child_process'
import { atExit } from '../../packages/server/test/support/at-exit.ts'
import { DETACHED } from '../../packages/server/test/support/spawn-detached.ts'

/** A process of ours beside this one. At an early end it goes before the server, of whose absence it would complain. */
export function forkProcess(file: string): ChildProcess {
  const child = fork(file, { ...DETACHED, serialization: 'advanced' })
  atExit(() => child.kill('SIGKILL'))
  return child
}
