import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Post } from '@galley/contract/schemas/writing/posts'
import { refreshRankings } from '../../../src/reading/public/refresh-rankings.ts'
import { assertError } from '../../support/client.ts'
import { changePost, createPost, POSTS, readPost } from '../../support/posts/posts.ts'
import { PUBLIC, publish } from '../../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: 'https://galley.example:8443' } })
  alice = await server.person()
})
after(() => server.close())

const ORIGIN = 'https://galley.example:8443'

describe('url', () => {
  it('is the address of the page, in own and public answers', async () => {
    const created = await publish(alice.bearer, { title: 'Über 日本語' })
    const url = `${ORIGIN}/@${alice.account.username}/${encodeURIComponent(created.slug)}`
    assert.equal(created.url, url)
    assert.equal((await readPost(alice.bearer, created.id)).url, url)
    assert.equal((await alice.bearer.get(POSTS)).body.posts[0].url, url)
    assert.equal((await server.anyone.get(`${PUBLIC}/posts/${created.id}`)).body.url, url)
    for (const query of ['', '?sort=popular', '?sort=trending', `?author=${alice.account.username}`]) {
      assert.equal((await server.anyone.get(`${PUBLIC}/posts${query}`)).body.posts[0].url, url, query)
    }
    await alice.bearer.put(`/api/v1/reader/posts/${created.id}/save`)
    await refreshRankings(server.context)
    assert.equal((await server.anyone.get(`${PUBLIC}/ranking?type=saved`)).body.rankings[0].post.url, url)
  })

  it('of a draft is the address that its page will have', async () => {
    const { id, url } = await createPost(alice.bearer)
    await changePost(alice.bearer, id, { status: 'published' })
    assert.equal((await server.anyone.get(`${PUBLIC}/posts/${id}`)).body.url, url)
  })

  it('follows PUBLIC_URL, also when a stored response is repeated', async () => {
    const key = { headers: { 'idempotency-key': 'a create that is repeated' } }
    const body = { title: 'Once', content: 'x' }
    const first = await alice.bearer.post(POSTS, body, key)
    const moved = await startTestServer({ database: server.database, env: { PUBLIC_URL: 'http://moved.example' } })
    try {
      const send = (method: string, path: string, init: RequestInit = {}) =>
        fetch(moved.url + path, {
          ...init,
          method,
          headers: { authorization: `Bearer ${alice.token}`, 'content-type': 'application/json', ...key.headers },
        }).then(response => response.json() as Promise<Post>)
      const again = await send('POST', POSTS, { body: JSON.stringify(body) })
      assert.equal(again.id, first.body.id)
      const expected = first.body.url.replace(ORIGIN, 'http://moved.example')
      assert.equal(again.url, expected)
      assert.equal((await send('GET', `${POSTS}/${again.id}`)).url, expected)
    } finally {
      await moved.close()
    }
  })

  it('is ignored when a post is sent back', async () => {
    const post = await readPost(alice.bearer, (await createPost(alice.bearer)).id)
    const sent = { ...post, url: 'https://other.example', etag: '"x"', content_sha256: 'x' }
    assert.deepEqual(await changePost(alice.bearer, post.id, sent), post)
  })
})

describe('canonical_url', () => {
  const original = 'https://first.example/日本?a=1#b'

  it('is set at creation, changed and cleared, and named in changes', async () => {
    const { id } = await publish(alice.bearer, { canonical_url: original })
    const shown = async () => (await server.anyone.get(`${PUBLIC}/posts/${id}`)).body.canonical_url
    assert.deepEqual([(await readPost(alice.bearer, id)).canonical_url, await shown()], [original, original])
    await changePost(alice.bearer, id, { canonical_url: 'http://second.example' })
    assert.equal(await shown(), 'http://second.example')
    await changePost(alice.bearer, id, { canonical_url: null })
    assert.equal(await shown(), null)
    const put = await alice.bearer.put(`${POSTS}/by-external-id/c`, {
      title: 'C',
      content: 'c',
      canonical_url: original,
    })
    assert.equal(put.body.canonical_url, original)
  })

  it('must be an http or https address', async () => {
    for (const value of ['javascript:alert(1)', 'ftp://a.example', '/path', 'a.example', 'https://', 'https://a b'])
      assertError(
        await alice.bearer.post(POSTS, { title: 'T', content: 'c', canonical_url: value }),
        400,
        'VALIDATION_ERROR',
        { canonical_url: 'INVALID_VALUE' },
      )
    assertError(
      await alice.bearer.post(POSTS, {
        title: 'T',
        content: 'c',
        canonical_url: `https://a.example/${'x'.repeat(2048)}`,
      }),
      400,
      'VALIDATION_ERROR',
      { canonical_url: 'TOO_LONG' },
    )
  })
})

describe('public answers', () => {
  it('never have the external id, the digest or the version of a post', async () => {
    const { id } = await publish(alice.bearer, { external_id: 'secret/path.md' })
    const answers = [`/posts/${id}`, '/posts', `/users/${alice.account.username}`, '/ranking?type=saved']
    for (const path of answers) {
      const text = JSON.stringify((await server.anyone.get(PUBLIC + path)).body)
      for (const name of ['external_id', 'content_sha256', '"etag"', 'secret/path.md'])
        assert.ok(!text.includes(name), path)
    }
  })
})
