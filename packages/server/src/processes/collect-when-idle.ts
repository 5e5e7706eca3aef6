import { Session } from 'node:inspector/promises'

/** The share of the time since the last check in which the process was busy. */
const IDLE_BELOW = 0.1
/** A collection stops the process for up to a tenth of a second, so a little memory is left to V8. */
const GROWTH_MIN_BYTES = 64 * 1024 * 1024

/**
 * Collects garbage while the process has nothing to do. V8 collects only when memory is allocated, and keeps most of what
 * it has freed, so a process that is idle after a load would keep hundreds of megabytes.
 */
export function collectWhenIdle({
  collect = collectGarbage,
  residentBytes = () => process.memoryUsage.rss(),
  everyMs = 10_000,
} = {}): () => void {
  let lowest = residentBytes()
  let utilization = performance.eventLoopUtilization()
  const check = async () => {
    const now = performance.eventLoopUtilization()
    const isIdle = performance.eventLoopUtilization(now, utilization).utilization < IDLE_BELOW
    utilization = now
    const resident = residentBytes()
    lowest = Math.min(lowest, resident)
    if (!isIdle || resident < lowest + GROWTH_MIN_BYTES) return
    await collect()
    lowest = residentBytes()
  }
  // Where the inspector is not allowed, for example with Node's permission model, V8 decides alone.
  const timer = setInterval(() => check().catch(() => clearInterval(timer)), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** As a debugger would. Unlike other collections, it also returns the freed memory to the system. */
async function collectGarbage(): Promise<void> {
  const session = new Session()
  session.connect()
  try {
    await session.post('HeapProfiler.collectGarbage')
  } finally {
    session.disconnect()
  }
}
