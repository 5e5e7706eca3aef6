import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { suspendAccount } from '../../../src/identity/accounts/suspend-account.ts'
import { createHandlers } from '../../../src/job-handlers.ts'
import { newId } from '../../../src/platform/core/ids.ts'
import type { Tx } from '../../../src/platform/db/connection/database.ts'
import { refreshRankings } from '../../../src/reading/public/refresh-rankings.ts'
import { eventually } from '../../support/eventually.ts'
import { createPost, POSTS } from '../../support/posts/posts.ts'
import { assertCountersEqualRows, PUBLIC, publish, READER, setSuspended } from '../../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person()
})
after(() => server.close())
afterEach(() => assertCountersEqualRows(server))

/** A fixed seed makes failures reproducible. */
function createRandom(seed: number): (sides: number) => number {
  let state = seed
  return sides => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

describe('under concurrent load each counter equals its rows', () => {
  it('when ten readers like, save, resonate, comment, delete and follow while authors and jobs change the same posts', async () => {
    const readers = await Promise.all(Array.from({ length: 10 }, () => server.person()))
    const bob = await server.person()
    const authors = [alice, bob]
    const posts = await Promise.all(
      Array.from({ length: 4 }, (_, i) => publish(authors[i % 2]!.bearer, { tags: ['s', `s${i}`], category: 'ai' })),
    )
    const responses: number[] = []
    const note = ({ status }: { status: number }) => void responses.push(status)
    const reactions = readers.map(async ({ bearer }, r) => {
      const roll = createRandom(r + 1)
      const comments: string[] = []
      for (let i = 0; i < 30; i++) {
        const { id } = posts[roll(posts.length)]!
        const author = authors[roll(2)]!
        const reaction = ['like', 'save', 'resonance'][roll(3)]
        switch (roll(8)) {
          case 0:
          case 1:
          case 2:
            note(await bearer.put(`${READER}/posts/${id}/${reaction}`))
            break
          case 3:
          case 4:
            note(await bearer.delete(`${READER}/posts/${id}/${reaction}`))
            break
          case 5: {
            const response = await bearer.post(`${READER}/posts/${id}/comments`, { content: `Words ${i}` })
            note(response)
            if (response.status === 201) comments.push(response.body.id)
            break
          }
          case 6: {
            // The reader and the author delete it at the same time.
            const comment = comments.pop()
            if (comment === undefined) break
            const both = [bearer, alice.bearer].map(client => client.delete(`${READER}/comments/${comment}`))
            for (const response of await Promise.all(both)) note(response)
            break
          }
          default:
            note(await bearer.send(roll(2) ? 'PUT' : 'DELETE', `${READER}/users/${author.account.username}/follow`))
        }
        server.context.views.note(id, `${r} ${i}`)
      }
    })
    const changes = authors.map(async ({ bearer }, a) => {
      const roll = createRandom(100 + a)
      for (let i = 0; i < 25; i++) {
        const { id } = posts[a + 2 * roll(2)]!
        const change = [
          { tags: ['s', `s${roll(5)}`] },
          { category: ['ai', 'food'][roll(2)] },
          { visibility: ['public', 'unlisted'][roll(2)] },
          { title: `T${i}` },
          { status: ['draft', 'published', 'published'][roll(3)] },
        ][roll(5)]
        note(await bearer.patch(`${POSTS}/${id}`, change))
      }
    })
    const jobs = (async () => {
      for (let i = 0; i < 6; i++) {
        await server.context.views.flush()
        await refreshRankings(server.context)
      }
    })()
    await Promise.all([...reactions, ...changes, jobs])
    await server.context.views.flush()
    assert.deepEqual([...new Set(responses)].toSorted(), [200, 201, 404])
    const { rows } = await sql<{ views: number }>`
      select sum(view_count)::int as views from posts where id = any(${posts.map(post => post.id)})`.execute(
      server.context.db,
    )
    assert.equal(rows[0]?.views, 300)
  })

  it('when one reader sends the same request twenty times at once', async () => {
    const bob = await server.person()
    const { id } = await publish(alice.bearer)
    const all = (method: string, path: string) =>
      Promise.all(Array.from({ length: 20 }, () => bob.bearer.send(method, `${READER}${path}`)))
    for (const path of [`/posts/${id}/like`, `/posts/${id}/save`, `/users/${alice.account.username}/follow`]) {
      for (const method of ['PUT', 'DELETE', 'PUT']) {
        for (const { status } of await all(method, path)) assert.equal(status, 200)
      }
    }
    const { like_count, save_count } = (await server.anyone.get(`${PUBLIC}/posts/${id}`)).body
    assert.deepEqual([like_count, save_count], [1, 1])
  })

  it('when authors publish, change and delete with shared tags while others are suspended and restored', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => server.person()))
    const statuses: number[] = []
    const work = people.map(async (person, p) => {
      const { bearer } = person
      const roll = createRandom(p + 7)
      for (let i = 0; i < 8; i++) {
        const response = await bearer.post(POSTS, {
          title: 'T',
          content: 'C',
          status: 'published',
          category: ['ai', 'food', 'books'][roll(3)],
          tags: ['x', 'y', 'z'].slice(roll(3)),
        })
        statuses.push(response.status)
        const id = response.body.id
        if (id === undefined) continue
        statuses.push((await bearer.patch(`${POSTS}/${id}`, { tags: ['z', 'x'], category: 'ai' })).status)
        if (roll(2)) statuses.push((await bearer.delete(`${POSTS}/${id}`)).status)
      }
    })
    const operator = (async () => {
      for (let i = 0; i < 8; i++) {
        const person = people[i % 2]!
        await setSuspended(server, person, true)
        await setSuspended(server, person, false)
      }
    })()
    await Promise.all([...work, operator])
    assert.ok(
      statuses.every(status => [200, 201, 401].includes(status)),
      `${statuses}`,
    )
  })
})

describe('no list shows a suspended author', () => {
  const tag = () => `t ${newId()}`
  const total = async (name: string) => (await server.anyone.get(`${PUBLIC}/posts?tag=${name}`)).body.total

  /** Starts a change in a transaction, suspends the account while it is open, then commits it. */
  async function whileSuspending(person: Person, work: (trx: Tx) => Promise<unknown>): Promise<void> {
    const { db } = server.context
    const trx = await db.startTransaction().execute()
    await work(trx)
    const suspending = db.transaction().execute(trx => suspendAccount(trx, () => {}, person.account.id, new Date()))
    const waiting = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      assert.ok(rows.length > 0)
    }
    // The suspension either waits for the transaction or has already committed.
    await Promise.race([suspending, eventually(waiting)])
    await trx.commit().execute()
    await suspending
  }

  it('whose post is being created at that moment', async () => {
    const bob = await server.person()
    const name = tag()
    await whileSuspending(bob, trx =>
      sql`
        insert into posts (id, author_id, slug, title, content, excerpt, status, post_type, visibility, tags, is_paid, salon_only, published_at)
        values (${newId()}, ${bob.account.id}, ${newId()}, 'T', 'C', '', 'published', 'article', 'public', ${[name]}, false, false, now())`.execute(
        trx,
      ),
    )
    assert.equal(await total(name), 0)
    await setSuspended(server, bob, false)
    assert.equal(await total(name), 1)
  })

  it('whose draft is being published at that moment', async () => {
    const bob = await server.person()
    const name = tag()
    const { id } = await createPost(bob.bearer, { tags: [name] })
    await whileSuspending(bob, trx =>
      sql`update posts set status = 'published', published_at = now() where id = ${id}`.execute(trx),
    )
    assert.equal(await total(name), 0)
    await setSuspended(server, bob, false)
    assert.equal(await total(name), 1)
  })
})

describe('hourly engagement counts', () => {
  const hours = async (postId: string) => {
    const { rows } = await sql<{ hour: Date; views: number; likes: number; comments: number; saves: number }>`
      select hour, views, likes, comments, saves from engagement_hours where post_id = ${postId} order by hour`.execute(
      server.context.db,
    )
    return rows
  }

  it('have one row for each UTC hour', async () => {
    const { id } = await publish(alice.bearer)
    await alice.bearer.put(`${READER}/posts/${id}/like`)
    await alice.bearer.put(`${READER}/posts/${id}/save`)
    const rows = await hours(id)
    const { rows: clock } = await sql<{ now: Date }>`select now()`.execute(server.context.db)
    assert.equal(rows[0]!.hour.getTime() % 3_600_000, 0)
    assert.ok(clock[0]!.now.getTime() - rows[0]!.hour.getTime() < 2 * 3_600_000)
    assert.equal(
      rows.reduce((sum, row) => sum + row.likes + row.saves, 0),
      2,
    )
  })

  it('decrease in the hour of the reaction when it is removed', async () => {
    const { db } = server.context
    const { id } = await publish(alice.bearer)
    const bob = await server.person()
    await bob.bearer.put(`${READER}/posts/${id}/like`)
    await alice.bearer.put(`${READER}/posts/${id}/like`)
    const { body: comment } = await bob.bearer.post(`${READER}/posts/${id}/comments`, { content: 'Hm' })
    for (const table of ['likes', 'comments']) {
      await sql`update ${sql.table(table)} set created_at = created_at - interval '3 days' where post_id = ${id}`.execute(
        db,
      )
    }
    await sql`update engagement_hours set hour = hour - interval '3 days' where post_id = ${id}`.execute(db)
    await bob.bearer.delete(`${READER}/posts/${id}/like`)
    await bob.bearer.delete(`${READER}/comments/${comment.id}`)
    assert.deepEqual(
      (await hours(id)).map(({ likes, comments }) => [likes, comments]),
      [[1, 0]],
    )
  })

  it('are deleted after 40 days, and the all-time counters are not', async () => {
    const { db } = server.context
    const { id } = await publish(alice.bearer)
    await sql`
      insert into engagement_hours (post_id, hour, views)
      select ${id}, date_trunc('hour', now(), 'UTC') - make_interval(days => days), 1 from unnest(array[1, 39, 41, 400]) days`.execute(
      db,
    )
    await sql`update posts set view_count = 4 where id = ${id}`.execute(db)
    await createHandlers(server.context)['prune-engagement']({})
    assert.equal((await hours(id)).length, 2)
    assert.equal((await server.anyone.get(`${PUBLIC}/posts/${id}`)).body.view_count, 4)
    // Restores the consistency of the counters. The view of the request above may be counted meanwhile.
    await sql`update posts set view_count = view_count - 2 where id = ${id}`.execute(db)
    await sql`
      update listings set popularity = post_popularity(p) from posts p where p.id = ${id} and post_id = p.id`.execute(
      db,
    )
  })
})

describe('a post whose row is deleted permanently', () => {
  it('is removed from lists and their counts, with the reactions to it', async () => {
    const { db } = server.context
    const name = `t${newId()}`
    const { id } = await publish(alice.bearer, { tags: [name], category: 'essay' })
    await alice.bearer.put(`${READER}/posts/${id}/like`)
    await sql`delete from posts where id = ${id}`.execute(db)
    const { rows } = await sql`select from posts where id = ${id}`.execute(db)
    assert.equal(rows.length, 0)
    assert.equal((await server.anyone.get(`${PUBLIC}/posts?tag=${name}&category=essay`)).body.total, 0)
  })
})
