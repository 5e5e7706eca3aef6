import { setTimeout as pause } from 'node:timers/promises'

/** Repeats a check until it holds; after the deadline its last failure is the test's. */
export async function eventually<T>(check: () => Promise<T> | T, withinMs = 5000): Promise<T> {
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
