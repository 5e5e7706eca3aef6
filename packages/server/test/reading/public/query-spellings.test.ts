import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertError } from '../../support/client.ts'
import { PUBLIC, publish } from '../../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let kate: Person
before(async () => {
  server = await startTestServer()
  kate = await server.person({ username: 'kate_is' })
  await publish(kate.bearer, { title: 'By Kate', category: 'ai', tags: ['x', '20 0 x'] })
})
after(() => server.close())

const ask = (path: string) => server.anyone.get(PUBLIC + path)
/** Clears the cache. */
const forget = () => server.context.cache.clear()

/** In JavaScript or in some collations, these become `kate_is` in lower case, in upper case or by normalisation. */
const LOOKALIKES = ['\u212Aate_is', 'kate_i\u017F', 'kate_\u0130s', 'kate_\u0131s', '\uFF4Bate_is', 'kate_is\u200B']

describe('a lookalike of a username', () => {
  it('is not found, and does not affect cached responses about the real name', async () => {
    for (const name of LOOKALIKES.map(encodeURIComponent)) {
      forget()
      assert.deepEqual((await ask(`/posts?author=${name}`)).body, { posts: [], total: 0 }, name)
      assert.equal((await ask('/posts?author=kate_is')).body.total, 1, `after ${name}`)
      assert.deepEqual((await ask(`/posts?author=${name}`)).body, { posts: [], total: 0 }, name)
      assertError(await ask(`/users/${name}`), 404, 'NOT_FOUND')
      assert.equal((await ask('/users/kate_is')).status, 200)
      assertError(await ask(`/users/${name}`), 404, 'NOT_FOUND')
    }
  })

  it('in ASCII upper case is the same name', async () => {
    assert.equal((await ask('/posts?author=KATE_IS')).body.total, 1)
    assert.equal((await ask('/users/Kate_Is')).body.profile.username, 'kate_is')
  })

  it('cannot be followed', async () => {
    const bob = await server.person()
    for (const name of LOOKALIKES.map(encodeURIComponent)) {
      assertError(await bob.bearer.put(`/api/v1/reader/users/${name}/follow`), 404, 'NOT_FOUND')
      assertError(await bob.bearer.get(`/api/v1/reader/users/${name}`), 404, 'NOT_FOUND')
    }
  })
})

describe('two spellings of a query', () => {
  const totalOf = async (path: string) => (await ask(path)).body.total

  it('share a cached response only if they mean the same', async () => {
    const same: [string, string][] = [
      ['/posts?limit=1', '/posts?limit=%2B1'],
      ['/posts?limit=1', '/posts?limit=01'],
      ['/posts?limit=1', '/posts?limit=1.0'],
      ['/posts?limit=10', '/posts?limit=1e1'],
      ['/posts?offset=0', '/posts?offset=-0'],
      ['/posts?tag=x', '/posts?tag=%20x%20'],
      ['/posts?tag=x', '/posts?tag=%E3%80%80x'],
      ['/posts?author=kate_is', '/posts?author=KATE_IS'],
    ]
    for (const [one, other] of same) {
      forget()
      const { body } = await ask(one)
      assert.deepEqual((await ask(other)).body, body, other)
      forget()
      assert.deepEqual((await ask(other)).body, body, other)
    }
    const different: [string, number, string, number][] = [
      ['/posts?tag=x', 1, '/posts?tag=X', 0],
      ['/posts?tag=20%200%20x', 1, '/posts?limit=20&offset=0&tag=0%20x', 0],
      ['/posts?category=ai', 1, '/posts?tag=ai', 0],
      ['/posts?category=ai&tag=x', 1, '/posts?tag=category:ai%20tag:x', 0],
      ['/posts', 1, '/posts?tag=null', 0],
      ['/posts', 1, '/posts?tag=undefined', 0],
    ]
    for (const [one, first, other, second] of different) {
      for (const [path, total] of [
        [one, first],
        [other, second],
        [one, first],
      ] as const) {
        assert.equal(await totalOf(path), total, path)
      }
      forget()
      assert.equal(await totalOf(other), second, other)
      assert.equal(await totalOf(one), first, one)
    }
  })
})
