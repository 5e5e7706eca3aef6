import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { eventually } from '../../../server/test/support/eventually.ts'
import { changePost } from '../../../server/test/support/posts/posts.ts'
import {
  cacheHits,
  publish,
  type RawResponse,
  rawGet,
  setSuspended,
} from '../../../server/test/support/posts/public.ts'
import type { Person, TestServer } from '../../../server/test/support/test-server.ts'
import { startWebServer } from '../support/web-server.ts'

let server: TestServer
let alice: Person
let id: string
let path: string
let nowMs: number
before(async () => {
  nowMs = Date.now()
  server = await startWebServer({ clock: { now: () => new Date(nowMs) } })
  alice = await server.person({ username: 'alice' })
})
after(() => server.close())
beforeEach(async () => {
  const post = await publish(alice.bearer, { title: 'As it was', content: 'Words. '.repeat(400) })
  id = post.id
  path = `/@alice/${post.slug}`
})

const get = (headers = {}) => rawGet(server.url + path, headers)
/** Whether the page came from the cache. */
async function isCached(ask: () => Promise<RawResponse>): Promise<[boolean, RawResponse]> {
  const before = await cacheHits(server)
  const answer = await ask()
  return [(await cacheHits(server)) > before, answer]
}
/** Notifications of the post's creation may still arrive. A page that is made meanwhile is sent, but not cached. */
const cachedPage = () =>
  eventually(async () => {
    const [cached, answer] = await isCached(get)
    assert.ok(cached)
    return answer
  })
const comparable = ({
  'x-request-id': _id,
  'server-timing': _timing,
  date: _date,
  ...headers
}: RawResponse['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('access-control-')))

describe('the cached page for anonymous readers', () => {
  it('is served again with the same body and headers', async () => {
    const first = await cachedPage()
    nowMs += 3000
    const [cached, rendered] = await isCached(get)
    assert.deepEqual([cached, rendered.status, first.status], [false, 200, 200])
    assert.equal(first.body.toString(), rendered.body.toString())
    assert.deepEqual(comparable(first.headers), comparable(rendered.headers))
    assert.notEqual(first.headers['x-request-id'], (await get()).headers['x-request-id'])
  })

  it('is compressed from the first response on, and 304 if the client has it', async () => {
    const plain = await cachedPage()
    for (const extra of [{ 'accept-language': 'ja' }, { 'accept-language': 'ja' }]) {
      const compressed = await get({ 'accept-encoding': 'br', ...extra })
      assert.equal(compressed.headers['content-encoding'], 'br')
      assert.match(brotliDecompressSync(compressed.body).toString(), /As it was/)
    }
    // Once from the cache and once newly rendered.
    for (const ageMs of [0, 3000]) {
      nowMs += ageMs
      // A page that is made while a notification arrives is sent as a whole.
      const headers = await eventually(async () => {
        const answer = await get({ 'if-none-match': plain.headers['etag']! })
        assert.deepEqual([answer.status, answer.body.length], [304, 0])
        return answer.headers
      })
      // A 304 must not have headers that the page itself does not have, or a cache would store them.
      assert.equal(headers['content-length'], undefined)
      assert.ok([undefined, plain.headers['content-type']].includes(headers['content-type']))
    }
  })

  it('of a feed is 304 for its time of modification, in the cache and for a reader, and not for another one', async () => {
    const feed = (headers: Record<string, string>) => rawGet(`${server.url}/feed.xml`, headers)
    const modified = (await feed({})).headers['last-modified'] ?? ''
    const before = new Date(Date.parse(modified) - 1000).toUTCString()
    const after = new Date(Date.parse(modified) + 1000).toUTCString()
    for (const reader of [{}, { cookie: alice.session.cookie ?? '' }]) {
      const read = async (since: string, more = {}) =>
        (await feed({ ...reader, 'if-modified-since': since, ...more })).status
      assert.equal(await read(modified), 304)
      // A later time is that of a post that is gone.
      for (const since of [before, after, 'yesterday']) assert.equal(await read(since), 200, since)
      assert.equal(await read(modified, { 'if-none-match': '"another"' }), 200)
    }
  })

  it('is in the language of each reader', async () => {
    const [english, japanese, again] = [await get(), await get({ 'accept-language': 'ja' }), await get()]
    assert.match(english.body.toString(), /<html lang="en"/)
    assert.match(japanese.body.toString(), /<html lang="ja"/)
    assert.equal(again.body.toString(), english.body.toString())
  })

  it('is shared by all readers with one language, whatever else they accept', async () => {
    let sent = 0
    // Notifications of the post's creation may still arrive.
    await eventually(async () => {
      for (const language of ['ja', 'en']) await get({ 'accept-language': language })
      const { bytes } = server.context.cache
      for (let i = 0; i < 40; i++) {
        const language = i % 2 === 0 ? 'ja' : 'en'
        const accepted = `${language},x-${++sent};q=0.5`
        const [cached, { body, headers }] = await isCached(() => get({ 'accept-language': accepted }))
        assert.ok(cached)
        assert.match(body.toString(), new RegExp(`<html lang="${language}"`))
        assert.match(headers['vary'] ?? '', /Accept-Language/)
      }
      assert.equal(server.context.cache.bytes, bytes)
    })
  })

  it('is one for all readers if the site has a language', async () => {
    const japanese = await startWebServer({ database: server.database, env: { SITE_LANGUAGE: 'ja' } })
    try {
      const first = await rawGet(japanese.url + path, { 'accept-language': 'en' })
      const before = await cacheHits(japanese)
      const again = await rawGet(japanese.url + path, { 'accept-language': 'ja' })
      assert.equal(await cacheHits(japanese), before + 1)
      for (const { body } of [first, again]) assert.match(body.toString(), /<html lang="ja"/)
    } finally {
      await japanese.close()
    }
  })

  it('shows every change at once', async () => {
    await get()
    await changePost(alice.bearer, id, { title: 'As it is' })
    assert.match((await get()).body.toString(), /As it is/)
    await alice.bearer.post(`/api/v1/reader/posts/${id}/comments`, { content: 'Well said.' })
    assert.match((await get()).body.toString(), /Well said\./)
    await alice.session.patch('/api/v1/me', { display_name: 'Alice Marlowe' })
    assert.match((await get()).body.toString(), /Alice Marlowe/)
    await alice.bearer.delete(`/api/v1/posts/${id}`)
    assert.equal((await get()).status, 410)
  })

  it('is removed with its author', async () => {
    await get()
    await setSuspended(server, alice, true)
    assert.equal((await get()).status, 404)
    await setSuspended(server, alice, false)
    assert.equal((await get()).status, 200)
  })

  it('is never sent to a user who is logged in, and their pages are never sent to others', async () => {
    await get()
    const [cached, own] = await isCached(() => get({ cookie: alice.session.cookie! }))
    assert.equal(cached, false)
    const anonymous = await get()
    assert.match(own.body.toString(), /alice/)
    assert.notEqual(own.body.toString(), anonymous.body.toString())
  })

  it('counts a view for each reader, like any other page', async () => {
    for (const reader of ['one', 'two', 'three', 'one']) await get({ 'user-agent': reader })
    assert.equal(await countedViews(), 3)
  })

  it('is rendered anew after a few seconds', async () => {
    await eventually(async () => assert.ok((await isCached(get))[0]))
    nowMs += 3000
    assert.equal((await isCached(get))[0], false)
    assert.equal((await isCached(get))[0], true)
  })

  it('is rendered once for many simultaneous requests', async () => {
    nowMs += 3000
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => get({ 'user-agent': `reader ${i}` })))
    assert.equal(new Set(answers.map(({ body }) => body.toString())).size, 1)
    assert.equal(await countedViews(), 20)
  })
})

async function countedViews(): Promise<number> {
  await server.context.views.flush()
  const { view_count } = await server.context.db
    .selectFrom('posts')
    .select('view_count')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return view_count
}

describe('a missing page', () => {
  it('is not cached', async () => {
    path = '/@alice/to-come-12345678'
    assert.equal((await get()).status, 404)
    assert.deepEqual(
      (await Promise.all([isCached(get), isCached(get)])).map(([cached, { status }]) => [cached, status]),
      [
        [false, 404],
        [false, 404],
      ],
    )
  })
})
