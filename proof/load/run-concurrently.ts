import { setTimeout as pause } from 'node:timers/promises'
import type { Slice, SliceLimit } from './slices.ts'

const MOST_SAMPLES = 20_000

/**
 * Runs `work` repeatedly in this many workers, each one call at a time. With `perSecond`, all workers together keep to
 * that rate. A failure is thrown or, if `tolerant`, counted.
 */
export async function runConcurrently(
  workers: number,
  limit: SliceLimit,
  work: (worker: number) => Promise<void>,
  { perSecond, tolerant = false }: { perSecond?: number | undefined; tolerant?: boolean } = {},
): Promise<Slice> {
  const latenciesMs: number[] = []
  const failures: Record<string, number> = {}
  const most = limit.requests ?? Number.POSITIVE_INFINITY
  const begun = performance.now()
  const end = begun + limit.seconds * 1000
  let started = 0
  const runWorker = async (worker: number) => {
    while (started < most && performance.now() < end) {
      const index = started++
      const ahead = perSecond === undefined ? 0 : begun + (index * 1000) / perSecond - performance.now()
      if (ahead > 1) await pause(ahead)
      const asked = performance.now()
      try {
        await work(worker)
        latenciesMs.push(performance.now() - asked)
      } catch (error) {
        if (!tolerant) throw error
        const what = error instanceof Error ? error.message : String(error)
        failures[what] = (failures[what] ?? 0) + 1
      }
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, worker) => runWorker(worker)))
  const seconds = (performance.now() - begun) / 1000
  const everySo = Math.ceil(latenciesMs.length / MOST_SAMPLES)
  return { done: latenciesMs.length, seconds, latenciesMs: latenciesMs.filter((_, i) => i % everySo === 0), failures }
}
