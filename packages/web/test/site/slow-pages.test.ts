import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { whileTableIsLocked } from '../../../server/test/support/database/lock-waiters.ts'
import { eventually } from '../../../server/test/support/eventually.ts'
import type { TestServer } from '../../../server/test/support/test-server.ts'
import { startWebServer } from '../support/web-server.ts'

let server: TestServer
before(async () => {
  server = await startWebServer()
})
after(() => server.close())

describe('a page that waits for the database', () => {
  it('does not delay other pages', async () => {
    const [author, reader] = [await server.person(), await server.person()]
    await server.anyone.get('/categories')
    // For a reader who is logged in, a profile shows whether the reader follows the author.
    const profile = () => reader.session.get(`/@${author.account.username}`)
    const profiles = await whileTableIsLocked(server.context.db, 'follows', async countWaiters => {
      const waiting = Array.from({ length: 6 }, profile)
      await eventually(async () => assert.equal(await countWaiters(), 6))
      const other = await fetch(`${server.url}/nothing-here`, { signal: AbortSignal.timeout(2000) })
      await other.text()
      assert.equal(other.status, 404)
      return { waiting }
    })
    for (const answer of await Promise.all(profiles.waiting)) assert.equal(answer.status, 200)
  })
})
