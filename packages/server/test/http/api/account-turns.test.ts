import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { LOCK_WAITERS } from '../../support/database/lock-waiters.ts'
import { createPost, POSTS } from '../../support/posts/posts.ts'
import { until } from '../../support/processes/galley-process.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

describe('an account that sends very many requests at the same time', () => {
  it('does not make others wait for a connection to the database', async t => {
    const [busy, other] = [await server.person(), await server.person()]
    const [contended, own] = [await createPost(busy.bearer), await createPost(other.bearer)]
    const holder = new pg.Client(server.database.connection)
    await holder.connect()
    t.after(() => holder.end())
    await holder.query('begin')
    await holder.query('select from posts where id = $1 for update', [contended.id])

    // More than there are connections.
    const changes = Array.from({ length: 12 }, (_, i) =>
      busy.bearer.patch(`${POSTS}/${contended.id}`, { title: `Title ${i}` }),
    )
    await until('a change waits', async () => (await holder.query(LOCK_WAITERS)).rows.length > 0)
    // Beyond a few seconds, PostgreSQL would end the waits of the others, and they would be answered with an error.
    assert.equal((await other.bearer.get(`${POSTS}/${own.id}`)).status, 200)

    await holder.query('rollback')
    for (const { status } of await Promise.all(changes)) assert.equal(status, 200)
  })
})
