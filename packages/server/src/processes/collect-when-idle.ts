const CHECK_EVERY_MS = 10_000
/** The share of the time since the last check in which the process was busy. */
const IDLE_BELOW = 0.1
/** A collection stops the process for up to a tenth of a second, so a little garbage is left to V8. */
const GARBAGE_MIN_BYTES = 64 * 1024 * 1024

/**
 * Collects garbage while the process has nothing to do. V8 collects only when memory is allocated, so a process that is idle
 * after a load would keep hundreds of megabytes. Needs `--expose-gc`, which `galley.mjs` sets.
 */
export function collectWhenIdle(
  collect: (() => unknown) | undefined = globalThis.gc,
  everyMs = CHECK_EVERY_MS,
): () => void {
  if (collect === undefined) return () => {}
  let inUseAfterLast = bytesInUse()
  let utilization = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const isIdle = performance.eventLoopUtilization(now, utilization).utilization < IDLE_BELOW
    utilization = now
    if (!isIdle || bytesInUse() < inUseAfterLast + GARBAGE_MIN_BYTES) return
    collect()
    inUseAfterLast = bytesInUse()
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Objects, and the buffers that they refer to. */
function bytesInUse(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
