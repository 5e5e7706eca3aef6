import { setTimeout as delay } from 'node:timers/promises'

/** Resolves to undefined after the timeout; the promise is not cancelled. */
export async function withTimeout<T>(timeoutMs: number, promise: Promise<T>): Promise<T | undefined> {
  const timer = new AbortController()
  const expired = delay(timeoutMs, undefined, { signal: timer.signal }).catch(() => undefined)
  try {
    return await Promise.race([promise, expired])
  } finally {
    timer.abort()
  }
}
