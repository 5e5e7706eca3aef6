import { setTimeout as pause } from 'node:timers/promises'
import type { PartFindings } from './findings.ts'
import { readProcessUsage } from './read-process-usage.ts'
import type { Target } from './target.ts'

/** Limits for other clients during an attack. */
const HEALTH_MAX_MS = 300
const RESIDENT_MAX_MIB = 600
const EVERY_MS = 100

export interface HealthMonitor {
  readonly worst: { healthMs: number; residentMib: number }
  stop(): Promise<void>
}

/** Requests /healthz continuously, and reports slow responses and memory above the limit. */
export function startHealthMonitor(target: Target, findings: PartFindings, part: () => string): HealthMonitor {
  const worst = { healthMs: 0, residentMib: 0 }
  let running = true
  const watching = (async () => {
    for (let i = 0; running; i++) {
      const begun = performance.now()
      const answer = await fetch(`${target.url}/healthz`).catch(error => error)
      const ms = Math.round(performance.now() - begun)
      worst.healthMs = Math.max(worst.healthMs, ms)
      findings.check(answer.status === 200, `/healthz answered ${answer.status ?? answer} during "${part()}"`)
      findings.check(ms <= HEALTH_MAX_MS, `/healthz took ${ms} ms during "${part()}"`)
      if (answer.status === 200) await answer.text()
      if (i % 5 === 0) {
        const { residentMib } = await readProcessUsage(target)
        worst.residentMib = Math.max(worst.residentMib, residentMib)
        findings.check(residentMib <= RESIDENT_MAX_MIB, `${residentMib} MiB of memory during "${part()}"`)
      }
      await pause(EVERY_MS)
    }
  })()
  return {
    worst,
    stop: async () => {
      running = false
      await watching
    },
  }
}
