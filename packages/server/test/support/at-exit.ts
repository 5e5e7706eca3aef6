import { constants } from 'node:os'

const cleanUps: (() => void)[] = []

/**
 * Whoever breaks a run off, or sees it fail, finds nothing left of it. What was begun last is cleaned up first, and without
 * a wait: nothing else goes on meanwhile that would complain about the end, or report half a run.
 */
export function atExit(cleanUp: () => void): void {
  if (cleanUps.length === 0) listen()
  cleanUps.push(cleanUp)
}

function listen(): void {
  process.on('exit', () => {
    for (const cleanUp of cleanUps.toReversed()) cleanUp()
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      process.stdout.write('\nstopping\n')
      process.exit(128 + constants.signals[signal])
    })
  }
}
