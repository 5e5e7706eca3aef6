import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { readProcessUsage } from './read-process-usage.ts'

/** One request to /healthz, and every fifth time the memory of the server. */
export interface HealthSample {
  /** The status, or the reason why there is none. */
  readonly answer: number | string
  readonly ms: number
  readonly residentMib?: number
}

const EVERY_MS = 100
const { url } = workerData as { url: string }

for (let i = 0; ; i++) {
  const begun = performance.now()
  const answer = await fetch(`${url}/healthz`).then(
    async response => {
      await response.arrayBuffer()
      return response.status
    },
    error => String(error),
  )
  const sample = { answer, ms: Math.round(performance.now() - begun) }
  const { residentMib } = i % 5 === 0 ? await readProcessUsage({ url }) : {}
  parentPort?.postMessage({ ...sample, ...(residentMib !== undefined && { residentMib }) } satisfies HealthSample)
  await pause(EVERY_MS)
}
