import { Session } from 'node:inspector/promises'

/** A process counts as idle if it was busy for less than this share of the time since the last check. */
const IDLE_BELOW = 0.1
/** A collection stops the process for up to a tenth of a second, so it is not worth it for less memory than this. */
const GROWTH_MIN_BYTES = 64 * 1024 * 1024

/** After this many idle checks, a period of load has ended. */
const CHECKS_AFTER_LOAD = 3

/**
 * Collects garbage while the process has nothing to do. V8 collects only when memory is allocated, and keeps most of what
 * it has freed, so a process that is idle after a load would keep hundreds of megabytes.
 */
export function collectWhenIdle({
  collect = collectGarbage,
  residentBytes = () => process.memoryUsage.rss(),
  everyMs = 10_000,
} = {}): () => void {
  const collections = new IdleCollections()
  let utilization = performance.eventLoopUtilization()
  const check = async () => {
    const now = performance.eventLoopUtilization()
    const isIdle = performance.eventLoopUtilization(now, utilization).utilization < IDLE_BELOW
    utilization = now
    if (!collections.isDue(isIdle, residentBytes())) return
    await collect()
    collections.done(residentBytes())
  }
  // Where the inspector is not allowed, for example with Node's permission model, V8 decides alone.
  const timer = setInterval(() => check().catch(() => clearInterval(timer)), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Decides when a collection is worth its time. */
export class IdleCollections {
  /** The least memory so far. */
  #least = Number.POSITIVE_INFINITY
  /** The least memory since the last collection. None at first, because the start of the process has left garbage. */
  #kept = 0
  #idleChecks = CHECKS_AFTER_LOAD

  isDue(isIdle: boolean, bytes: number): boolean {
    this.#idleChecks = isIdle ? this.#idleChecks + 1 : 0
    this.#least = Math.min(this.#least, bytes)
    this.#kept = Math.min(this.#kept, bytes)
    // What was in use at the last collection may be garbage at the end of a load.
    const before = this.#idleChecks === CHECKS_AFTER_LOAD ? this.#least : this.#kept
    return isIdle && bytes >= before + GROWTH_MIN_BYTES
  }

  done(bytes: number): void {
    this.#kept = bytes
  }
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
