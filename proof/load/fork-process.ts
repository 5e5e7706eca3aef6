import { type ChildProcess, fork } from 'node:child_process'
import { atExit } from '@galley/server/testing/processes/at-exit'
import { DETACHED } from '@galley/server/testing/processes/spawn-detached'

/**
 * Forks a child process. On an early exit it is killed before the server, so that it does not report failed requests.
 */
export function forkProcess(file: string, args: readonly string[] = []): ChildProcess {
  const child = fork(file, args, { ...DETACHED, serialization: 'advanced' })
  atExit(() => child.kill('SIGKILL'))
  return child
}
