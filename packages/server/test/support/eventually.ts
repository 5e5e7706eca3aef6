import { setTimeout as pause } from 'node:timers/promises'

/** Repeats a check until it passes; after the deadline its last error is thrown. */
export async function eventually<T>(check: () => Promise<T> | T, withinMs = 20_000): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await pause(20)
    }
  }
}
