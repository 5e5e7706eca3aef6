import { constants } from 'node:os'

const cleanUps: (() => void)[] = []

/**
 * Runs the clean-up when the process exits or is interrupted, last registered first. Clean-ups are synchronous, so that
 * no other code runs meanwhile and reports a partial run.
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
