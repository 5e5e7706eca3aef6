import { setTimeout as pause } from 'node:timers/promises'

/** Repeats a check until it passes; after the deadline its last error is thrown. */
export async function eventually<T>(check: () => Promise<T> | T, withinMs = 20_000): Promise<T> {
  const begin = performance.now()
  for (;;) {
    try {
      return await check()
    } catch (error) {
      const waitedMs = performance.now() - begin
      if (waitedMs > withinMs) throw error
      // Longer and longer, because a failed check is expensive: an assertion describes what differs.
      await pause(Math.min(10 + waitedMs / 10, 100))
    }
  }
}
