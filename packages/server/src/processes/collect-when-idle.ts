import { Session } from 'node:inspector/promises'

/** The share of the time since the last check in which the process was busy. */
const IDLE_BELOW = 0.1
/** A collection stops the process for up to a tenth of a second, so a little garbage is left to V8. */
const GARBAGE_MIN_BYTES = 64 * 1024 * 1024

/**
 * Collects garbage while the process has nothing to do. V8 collects only when memory is allocated, so a process that is
 * idle after a load would keep hundreds of megabytes.
 */
export function collectWhenIdle({ collect = collectGarbage, inUse = bytesInUse, everyMs = 10_000 } = {}): () => void {
  let inUseAfterLast = inUse()
  let utilization = performance.eventLoopUtilization()
  const check = async () => {
    const now = performance.eventLoopUtilization()
    const isIdle = performance.eventLoopUtilization(now, utilization).utilization < IDLE_BELOW
    utilization = now
    if (!isIdle || inUse() < inUseAfterLast + GARBAGE_MIN_BYTES) return
    await collect()
    inUseAfterLast = inUse()
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

/** Objects, and the buffers that they refer to. */
function bytesInUse(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
