import { AppError } from '../platform/core/errors.ts'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** A signal has ended the command. Open handles must not keep its process alive. */
export class EndedBySignalError extends AppError {
  constructor(signal: string) {
    super('UNAVAILABLE', `The command was ended by ${signal}, before it was complete.`)
  }
}

/**
 * Runs the work of a command, which cleans up and rejects when a signal ends the command. The same signal again ends the
 * process at once.
 */
export async function untilSignal<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const listeners = SIGNALS.map(name => [name, () => controller.abort(new EndedBySignalError(name))] as const)
  for (const [name, abort] of listeners) process.once(name, abort)
  try {
    return await work(controller.signal)
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error
  } finally {
    for (const [name, abort] of listeners) process.off(name, abort)
  }
}
