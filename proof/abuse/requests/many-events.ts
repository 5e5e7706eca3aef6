import { RECEIVER_ENV } from '@galley/server/testing/receiver'
import { besideOthers } from '../beside-others.ts'
import { withOwnServer } from '../own-server.ts'
import type { Abuse } from '../target.ts'
import { crowdedTables } from '../test-data/crowded-tables.ts'
import { SALES_ENV, TestData } from '../test-data/test-data.ts'

const ROWS = 200_000
const READERS = 20
const ATTACK_MS = 10_000

/**
 * Each table has many rows, nearly all of one account, which reads its events on many connections. A quick run leaves this
 * out; `scans.test.ts` looks at the plans of the statements.
 */
export async function abuseManyEvents(abuse: Abuse): Promise<void> {
  const { findings, isQuick, target } = abuse
  if (isQuick) return
  await withOwnServer({ ...SALES_ENV, ...RECEIVER_ENV }, async (server, db) => {
    const testData = new TestData(server.url, db, target.receiverUrl)
    const owner = await testData.person()
    await crowdedTables(db, ROWS, owner.id, await testData.resourcesOf(owner))
    const own = { ...abuse, testData, target: { ...target, url: server.url, db } }
    await besideOthers(own, 'readers of many events', async () => {
      const endsAt = performance.now() + ATTACK_MS
      const read = async () => {
        while (performance.now() < endsAt) {
          const { status } = await owner.bearer.get('/api/v1/events?limit=100')
          findings.countAnswer({ status, ms: 0 })
          findings.check(status === 200 || status === 503, `GET /events among many: ${status}`)
        }
      }
      await Promise.all(Array.from({ length: READERS }, read))
    })
  })
}
