import { Worker } from 'node:worker_threads'
import type { PartFindings } from './findings.ts'
import type { HealthSample } from './health-worker.ts'
import type { Target } from './target.ts'

/** Limits for other clients during an attack. */
const HEALTH_MAX_MS = 300
const RESIDENT_MAX_MIB = 600

export interface HealthMonitor {
  readonly worst: { healthMs: number; residentMib: number }
  stop(): Promise<void>
}

/**
 * Requests /healthz continuously, and reports slow responses and memory above the limit. It has a thread of its own,
 * because checking long answers keeps the thread of the attack busy.
 */
export function startHealthMonitor({ url }: Target, findings: PartFindings, part: () => string): HealthMonitor {
  const worst = { healthMs: 0, residentMib: 0 }
  const worker = new Worker(new URL('./health-worker.ts', import.meta.url), { workerData: { url } })
  worker.on('message', ({ answer, ms, residentMib = 0 }: HealthSample) => {
    worst.healthMs = Math.max(worst.healthMs, ms)
    worst.residentMib = Math.max(worst.residentMib, residentMib)
    findings.check(answer === 200, `/healthz answered ${answer} during "${part()}"`)
    findings.check(ms <= HEALTH_MAX_MS, `/healthz took ${ms} ms during "${part()}"`)
    findings.check(residentMib <= RESIDENT_MAX_MIB, `${residentMib} MiB of memory during "${part()}"`)
  })
  worker.on('error', error => findings.fail(`the monitor of /healthz failed: ${error.message}`))
  return {
    worst,
    stop: async () => {
      await worker.terminate()
    },
  }
}
