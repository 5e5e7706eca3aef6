import assert from 'node:assert/strict'
import type { RankingType } from '@galley/contract/reading/public'
import type { Ranking } from '@galley/contract/schemas/reading/public'
import { sql } from 'kysely'
import { refreshRankings } from '../../../src/reading/public/refresh-rankings.ts'
import { PUBLIC } from '../../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'
import type { HourOfEngagement } from './ranking-model.ts'

export const DAY_MS = 24 * 3_600_000

export async function startRankings(): Promise<{ server: TestServer; alice: Person; bob: Person }> {
  // The caches' clock stands still, so that only changes refresh cache.
  const now = new Date()
  const server = await startTestServer({ clock: { now: () => now } })
  return { server, alice: await server.person(), bob: await server.person() }
}

export async function deleteAllPosts({ context }: TestServer): Promise<void> {
  await sql`delete from posts`.execute(context.db)
  await sql`delete from rankings`.execute(context.db)
  context.cache.clear()
}

/** Actions on the server that the calling file starts. */
export function rankingActions(server: () => TestServer) {
  const read = async (type: RankingType, limit = 100): Promise<Ranking> => {
    const { status, body } = await server().anyone.get(`${PUBLIC}/ranking?type=${type}&limit=${limit}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  return {
    read,
    refresh: (...types: RankingType[]) =>
      types.length > 0 ? refreshRankings(server().context, types) : refreshRankings(server().context),
    /** The ids of the posts in a ranking. */
    ranked: async (type: RankingType, limit?: number) => (await read(type, limit)).rankings.map(entry => entry.post.id),
    /** The ids of the posts in the public list. */
    listed: async (sort: string): Promise<string[]> => {
      const { body } = await server().anyone.get(`${PUBLIC}/posts?sort=${sort}&limit=100`)
      return body.posts.map((post: { id: string }) => post.id)
    },
    /** Inserts engagement of some hours; `ago` counts back from the current hour. */
    insertEngagement: async (postId: string, ...hours: ({ ago: number } & Partial<HourOfEngagement>)[]) => {
      for (const { ago, views = 0, likes = 0, comments = 0, saves = 0, resonances = 0 } of hours) {
        await sql`
          insert into engagement_hours
          values (${postId}, date_trunc('hour', now(), 'UTC') - make_interval(hours => ${ago}), ${views}, ${likes}, ${comments}, ${saves}, ${resonances})`.execute(
          server().context.db,
        )
      }
    },
  }
}
