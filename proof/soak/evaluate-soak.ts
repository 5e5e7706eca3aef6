import { median, percentile, type Row } from '../support/report.ts'
import type { Slice } from '../support/slices.ts'
import type { OpenResources } from './open-resources.ts'

export interface SoakMeasurements {
  readonly slices: readonly Slice[]
  /** Resident memory of the server process during the traffic, one sample a second. */
  readonly residentMB: readonly number[]
  readonly before: OpenResources
  readonly after: OpenResources
  /** Log lines of level warning or above. */
  readonly warnings: readonly string[]
  readonly troubledDeliveries: number
}

export interface SoakCheck {
  readonly what: string
  readonly measured: string
  readonly goal: string
  readonly reached: boolean
}

const MEMORY_GROWTH = 1.05

export function evaluateSoak(measurements: SoakMeasurements): SoakCheck[] {
  const { residentMB, before, after, warnings, troubledDeliveries } = measurements
  const failed = measurements.slices
    .flatMap(slice => Object.values(slice.failures))
    .reduce((sum, count) => sum + count, 0)
  const third = Math.floor(residentMB.length / 3)
  const second = median(residentMB.slice(third, 2 * third))
  const last = median(residentMB.slice(2 * third))
  const none = (what: string, count: number) => ({ what, measured: `${count}`, goal: '0', reached: count === 0 })
  const noMore = (what: string, part: keyof OpenResources) => ({
    what,
    measured: `${before[part]} before, ${after[part]} after`,
    goal: 'no more after',
    // Not evaluated on systems that do not report it.
    reached: !(after[part] > before[part]),
  })
  return [
    none('requests that failed', failed),
    none('warnings in the log', warnings.length),
    none('webhook deliveries not successful at once', troubledDeliveries),
    {
      what: 'memory (RSS of the server), median of the last third ÷ of the second',
      measured: `${last.toFixed(0)} ÷ ${second.toFixed(0)} MB = ${(last / second).toFixed(3)}`,
      goal: `≤ ${MEMORY_GROWTH}`,
      reached: !(last / second > MEMORY_GROWTH),
    },
    noMore('file handles and sockets of the server', 'handles'),
    noMore('connections to the database', 'connections'),
  ]
}

/** For information: throughput and latency in each third of the time. */
export function paceOf(slices: readonly Slice[]): Row[] {
  const third = Math.ceil(slices.length / 3)
  return ['first', 'second', 'last'].map((name, part) => {
    const some = slices.slice(part * third, (part + 1) * third)
    const latencies = some.flatMap(slice => slice.latenciesMs)
    const sum = (pick: (slice: Slice) => number) => some.reduce((total, slice) => total + pick(slice), 0)
    return {
      'third of the time': name,
      'requests/s': (sum(slice => slice.done) / sum(slice => slice.seconds)).toFixed(0),
      'p50 ms': percentile(latencies, 50).toFixed(1),
      'p99 ms': percentile(latencies, 99).toFixed(1),
    }
  })
}
