import { performance } from 'node:perf_hooks'

const EVERY_MS = 10_000
/** Below this share of busy time, a pause of some 50 ms delays nobody. */
const IDLE_UTILIZATION = 0.05
const GROWTH_BYTES = 24 * 1024 * 1024

/**
 * Collects garbage when the server has become idle after much work. V8 collects when something is allocated, so without
 * requests the buffers of long answers would stay in memory. Does nothing if Node runs without `--expose-gc`.
 */
export function collectWhenIdle(): void {
  const { gc } = globalThis
  if (gc === undefined) return
  let last = performance.eventLoopUtilization()
  let collectedBytes = usedBytes()
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    if (utilization > IDLE_UTILIZATION || usedBytes() < collectedBytes + GROWTH_BYTES) return
    gc()
    collectedBytes = usedBytes()
  }, EVERY_MS).unref()
}

function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
