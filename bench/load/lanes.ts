import { setTimeout as pause } from 'node:timers/promises'
import type { Slice, SliceLimit } from './slices.ts'

const MOST_SAMPLES = 20_000

/**
 * Does `work` over and over on so many lanes at a time, each waiting for the one before it. With `perSecond`, all lanes
 * together keep to that pace. A failure is thrown, unless `tolerant`: then it is counted.
 */
export async function runLanes(
  lanes: number,
  limit: SliceLimit,
  work: (lane: number) => Promise<void>,
  { perSecond, tolerant = false }: { perSecond?: number | undefined; tolerant?: boolean } = {},
): Promise<Slice> {
  const latenciesMs: number[] = []
  const failures: Record<string, number> = {}
  const most = limit.requests ?? Number.POSITIVE_INFINITY
  const begun = performance.now()
  const end = begun + limit.seconds * 1000
  let started = 0
  const runLane = async (lane: number) => {
    while (started < most && performance.now() < end) {
      const turn = started++
      const ahead = perSecond === undefined ? 0 : begun + (turn * 1000) / perSecond - performance.now()
      if (ahead > 1) await pause(ahead)
      const asked = performance.now()
      try {
        await work(lane)
        latenciesMs.push(performance.now() - asked)
      } catch (error) {
        if (!tolerant) throw error
        const what = error instanceof Error ? error.message : String(error)
        failures[what] = (failures[what] ?? 0) + 1
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)))
  const seconds = (performance.now() - begun) / 1000
  const everySo = Math.ceil(latenciesMs.length / MOST_SAMPLES)
  return { done: latenciesMs.length, seconds, latenciesMs: latenciesMs.filter((_, i) => i % everySo === 0), failures }
}
