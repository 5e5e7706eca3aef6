/** Times that clients send outside of posts; those of posts are in contract-tables.test.ts. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertError } from '../../support/client.ts'
import { POSTS, readPost } from '../../support/posts/posts.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person()
})
after(() => server.close())

/** 03:00 UTC on 1 June. */
const spellings = (year: number): string[] =>
  [
    'T03:00:00Z',
    'T12:00:00+09:00',
    'T12:00:00+0900',
    'T12:00:00+09',
    ' 12:00:00+09:00',
    'T03:00:00',
    ' 03:00:00,000',
  ].map(rest => `${year}-06-01${rest}`)

describe('a time of a request', () => {
  it('in a body: the end of a token', async () => {
    for (const expires_at of spellings(2999)) {
      const { body } = await alice.session.post('/api/v1/tokens', { name: 'laptop', expires_at })
      assert.equal(body.expires_at, '2999-06-01T03:00:00.000Z', expires_at)
    }
    const { body } = await alice.session.post('/api/v1/tokens', { name: 'laptop', expires_at: '2999-06-01' })
    assert.equal(body.expires_at, '2999-06-01T00:00:00.000Z')
  })

  it('in an import: publication and creation', async () => {
    for (const at of spellings(2019)) {
      const post = { title: 'T', content: '', status: 'published', external_id: at, published_at: at, created_at: at }
      const { body } = await alice.bearer.post('/api/v1/import/posts', post)
      const { published_at, created_at } = await readPost(alice.bearer, body.id)
      assert.deepEqual([published_at, created_at], Array(2).fill('2019-06-01T03:00:00.000Z'), at)
    }
  })

  it('in a query: posts published from and before it', async () => {
    const found = async (name: string, time: string) =>
      (await alice.bearer.get(`${POSTS}?${name}=${encodeURIComponent(time)}`)).body.total
    const published = await found('published_from', '2019-01-01')
    assert.equal(published, spellings(2019).length)
    for (const time of spellings(2019)) {
      assert.deepEqual([await found('published_from', time), await found('published_to', time)], [published, 0], time)
    }
    assert.equal(await found('published_from', '2019-06-01 03:00:00.001'), 0)
    const { status } = await alice.bearer.get('/api/v1/events?since=2019-06-01')
    assert.equal(status, 200)
  })

  it('that is rejected says what is accepted', async () => {
    const response = await alice.session.post('/api/v1/tokens', { name: 'laptop', expires_at: '1 June 2999' })
    assertError(response, 400, 'VALIDATION_ERROR', { expires_at: 'INVALID_VALUE' })
    assert.match(response.body.error.fields[0].message, /2030-01-31T09:00:00Z.*2030-01-31;.*UTC/)
  })
})
