import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { RANKING_REFRESH_MS } from '@galley/contract/limits'
import type { RankingType } from '@galley/contract/public'
import type { Ranking } from '@galley/contract/schemas/public'
import { sql } from 'kysely'
import { createHandlers } from '../../src/job-handlers.ts'
import { CRONTAB } from '../../src/jobs/tasks.ts'
import { refreshRankings } from '../../src/public/refresh-rankings.ts'
import { PUBLIC, publish } from '../support/public.ts'
import { type Person, startTestServer, type TestServer } from '../support/test-server.ts'
import type { HourOfEngagement } from './ranking-model.ts'

let server: TestServer
let alice: Person
before(async () => {
  // The caches' clock stands still, so that only changes refresh responses.
  const now = new Date()
  server = await startTestServer({ clock: { now: () => now } })
  alice = await server.person()
})
after(() => server.close())

beforeEach(async () => {
  await sql`delete from posts`.execute(server.context.db)
  await sql`delete from rankings`.execute(server.context.db)
  server.context.responses.clear()
})

const refresh = (...types: RankingType[]) =>
  types.length > 0 ? refreshRankings(server.context, types) : refreshRankings(server.context)

async function read(type: RankingType, limit = 100): Promise<Ranking> {
  const { status, body } = await server.anyone.get(`${PUBLIC}/ranking?type=${type}&limit=${limit}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

/** Inserts engagement of some hours; `ago` counts back from the current hour. */
async function happened(postId: string, ...hours: ({ ago: number } & Partial<HourOfEngagement>)[]): Promise<void> {
  for (const { ago, views = 0, likes = 0, comments = 0, saves = 0, resonances = 0 } of hours) {
    await sql`
      insert into engagement_hours
      values (${postId}, date_trunc('hour', now(), 'UTC') - make_interval(hours => ${ago}), ${views}, ${likes}, ${comments}, ${saves}, ${resonances})`.execute(
      server.context.db,
    )
  }
}

describe('a refresh of rankings', () => {
  it('never fails when several nodes run it at the same time', async () => {
    const posts = await Promise.all(Array.from({ length: 10 }, () => publish(alice.bearer)))
    for (const [i, { id }] of posts.entries()) await happened(id, { ago: i, likes: 10 })
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
