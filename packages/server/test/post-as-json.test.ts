import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { findPost } from '../src/posts/post-store.ts'
import { createPost } from './support/posts.ts'
import { startTestServer, type TestServer } from './support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

it('a post that is read as one value is the same as its row', async () => {
  const { db } = server.context
  const { account, bearer } = await server.person({ plan: 'pro_plus' })
  const texts = { title: '"Quoted" \\ and é 😀', content: 'one\n\ttwo \u0001 </script> \\n', subtitle: null }
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  const forms = [
    { status: 'published', category: 'technology', tags: ['a', 'b "c"'] },
    { status: 'scheduled', scheduled_for: inAnHour, tags: [] },
    { status: 'draft', is_paid: true, price_jpy: 500 },
  ]
  for (const form of forms) {
    const { id } = await createPost(bearer, { ...texts, ...form })
    const row = await db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    assert.deepEqual(await findPost(db, account.id, id), row)
  }
})
