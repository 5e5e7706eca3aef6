import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../support/report.ts'
import { RawClient } from './raw-client.ts'
import type { Abuse } from './target.ts'

const P99_MAX_MS = 300

/** While `work` goes on, small requests of another client succeed, and 99 of 100 without a noticeable delay. */
export async function besideOthers(abuse: Abuse, what: string, work: () => Promise<unknown>): Promise<void> {
  const { target, testData, findings, isQuick } = abuse
  const { cookie } = await testData.person()
  const request = { method: 'GET', path: '/api/v1/me', headers: { cookie } }
  // Connections of its own, because the attack may use all of the other client's.
  const client = new RawClient(target.url)
  const timesMs: number[] = []
  let isOver = false
  const others = (async () => {
    while (!isOver) {
      const { status, ms } = await client.send(request)
      timesMs.push(ms)
      findings.check(status === 200, `${what}: a small request of another client is ${status}`)
      await pause(20)
    }
  })().catch(error => findings.fail(`${what}: a small request of another client: ${error}`))
  try {
    await work()
  } finally {
    isOver = true
    await others
    client.close()
  }
  // In a quick run the attack shares the processor, and its process, with the server.
  const p99 = Math.round(percentile(timesMs, 99))
  findings.check(isQuick || p99 < P99_MAX_MS, `${what}: small requests of another client take ${p99} ms`)
}
