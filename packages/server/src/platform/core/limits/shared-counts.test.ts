import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { SharedCounts } from './shared-counts.ts'

const source = (calls: number) => ({
  take: () => (calls === 0 ? undefined : { key: 'a', windowMs: 1000, calls }),
  settle: () => {},
})

describe('counts that processes share', () => {
  it('are not reachable again only because there was nothing to add', async () => {
    const failures: unknown[] = []
    const counts = new SharedCounts(
      () => Promise.reject(new Error('the database does not respond')),
      error => failures.push(error),
    )
    for (const calls of [1, 0, 1]) {
      counts.reportNow(source(calls))
      for (let i = 0; i < 5; i++) await nextIteration()
      assert.equal(counts.isReachable, false)
    }
    assert.equal(failures.length, 1, 'one failure is reported once')
    counts.close()
  })
})
