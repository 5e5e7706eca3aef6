/** Waits for `work`, but rejects with the signal's reason as soon as it is aborted. The work itself is not cancelled. */
export async function abortable<T>(signal: AbortSignal | undefined, work: () => T | Promise<T>): Promise<T> {
  if (signal === undefined) return work()
  signal.throwIfAborted()
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work(), aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
