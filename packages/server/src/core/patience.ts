import { setTimeout as delay } from 'node:timers/promises'

/** What is awaited, if it comes in time. It goes on all the same. */
export async function within<T>(patienceMs: number, awaited: Promise<T>): Promise<T | undefined> {
  const patience = new AbortController()
  const tooLate = delay(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined)
  try {
    return await Promise.race([awaited, tooLate])
  } finally {
    patience.abort()
  }
}
