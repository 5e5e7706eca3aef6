import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { RANKING_REFRESH_MS } from '@galley/contract/limits'
import { sql } from 'kysely'
import { createHandlers } from '../../../src/job-handlers.ts'
import { CRONTAB } from '../../../src/platform/jobs/tasks.ts'
import { publish } from '../../support/posts/public.ts'
import type { Person, TestServer } from '../../support/test-server.ts'
import { deleteAllPosts, rankingActions, startRankings } from './ranking-set-up.ts'

let server: TestServer
let alice: Person
before(async () => {
  ;({ server, alice } = await startRankings())
})
after(() => server.close())
beforeEach(() => deleteAllPosts(server))

const { insertEngagement, read, refresh } = rankingActions(() => server)

describe('a refresh of rankings', () => {
  it('never fails when several nodes run it at the same time', async () => {
    const posts = await Promise.all(Array.from({ length: 10 }, () => publish(alice.bearer)))
    for (const [i, { id }] of posts.entries()) await insertEngagement(id, { ago: i, likes: 10 })
    await Promise.all(Array.from({ length: 6 }, () => refresh()))
    assert.equal((await read('trending')).rankings.length, 10)
  })

  it('runs at the intervals of the contract, as one job for all nodes', () => {
    const handlers = createHandlers(server.context)
    const minutes: Record<string, number> = { '*/15 * * * *': 15, '0 * * * *': 60, '0 */6 * * *': 360 }
    const every = (task: string) => minutes[CRONTAB.find(entry => entry.task === task)!.match]! * 60_000
    assert.equal(every('refresh-trending'), RANKING_REFRESH_MS.trending)
    assert.equal(every('refresh-weekly'), RANKING_REFRESH_MS.weekly)
    assert.equal(every('refresh-rankings'), RANKING_REFRESH_MS.monthly)
    assert.equal(every('refresh-rankings'), RANKING_REFRESH_MS.saved)
    for (const task of ['refresh-trending', 'refresh-weekly', 'refresh-rankings'] as const) assert.ok(handlers[task])
  })

  it('updates with each job its own rankings only', async () => {
    const handlers = createHandlers(server.context)
    const made = async () => {
      const { rows } = await sql<{ type: string }>`select type from rankings order by type`.execute(server.context.db)
      return rows.map(row => row.type)
    }
    await handlers['refresh-trending']({})
    assert.deepEqual(await made(), ['trending'])
    await handlers['refresh-weekly']({})
    assert.deepEqual(await made(), ['trending', 'weekly'])
    await handlers['refresh-rankings']({})
    assert.deepEqual(await made(), ['monthly', 'saved', 'trending', 'weekly'])
  })
})
