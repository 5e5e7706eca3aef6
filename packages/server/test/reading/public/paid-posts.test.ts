import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { findPublicPost } from '../../../src/reading/public/public-store.ts'
import { changePost } from '../../support/posts/posts.ts'
import { PUBLIC, publish } from '../../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  // The clock stands still, so cached responses never expire: a missing invalidation would show.
  const now = new Date()
  server = await startTestServer({ clock: { now: () => now } })
  alice = await server.person({ plan: 'pro_plus' })
})
after(() => server.close())

const read = (idOrSlug: string) => server.anyone.get(`${PUBLIC}/posts/${idOrSlug}`)

describe('a paid post', () => {
  const paid = { is_paid: true, price_jpy: 300 }
  const hidden = 'HIDDENWORD'

  for (const [name, content, open] of [
    ['shows the part before the marker', `free *part*\n<!-- paywall -->${hidden}`, 'free *part*\n'],
    ['is cut at the first of several markers', `a<!-- paywall -->${hidden}<!-- paywall -->${hidden}`, 'a'],
    ['counts characters, not bytes, up to the marker', `日本😀é<!-- paywall -->${hidden}`, '日本😀é'],
    ['shows nothing when the marker comes first', `<!-- paywall -->${hidden}`, ''],
    ['without a marker has no content', hidden, null],
    ['with another comment than the marker has no content', `a<!--paywall-->${hidden}`, null],
  ] as const) {
    it(`${name}, and reports that a part is hidden`, async () => {
      const { id, slug } = await publish(alice.bearer, { ...paid, content })
      for (const name of [id, slug]) {
        const { body } = await read(name)
        assert.deepEqual([body.content, body.paywalled, body.is_paid, body.price_jpy], [open, true, true, 300])
        assert.ok(!JSON.stringify(body).includes(hidden))
      }
    })
  }

  it('is read from the database without its paid part', async () => {
    const { id } = await publish(alice.bearer, { ...paid, content: `free <!-- paywall --> ${hidden}` })
    const row = await findPublicPost(server.context.db, id)
    assert.equal(row?.content, 'free ')
    assert.ok(!JSON.stringify(row).includes(hidden))
  })

  it('is cut for everyone: author and other readers get the same on the public path', async () => {
    const bob = await server.person({ plan: 'pro_plus' })
    const { id } = await publish(alice.bearer, { ...paid, content: `free <!-- paywall --> ${hidden}` })
    for (const client of [alice.session, alice.bearer, bob.session, bob.bearer, server.anyone]) {
      assert.equal((await client.get(`${PUBLIC}/posts/${id}`)).body.content, 'free ')
    }
  })

  it('is readable when it becomes free, and cut when it becomes paid, with the next read', async () => {
    const { id } = await publish(alice.bearer, { content: `free <!-- paywall --> ${hidden}` })
    assert.match((await read(id)).body.content, /HIDDENWORD/)
    await changePost(alice.bearer, id, paid)
    const { content, excerpt, paywalled } = (await read(id)).body
    assert.deepEqual([content, excerpt, paywalled], ['free ', 'free', true])
    await changePost(alice.bearer, id, { is_paid: false })
    assert.match((await read(id)).body.content, /HIDDENWORD/)
    assert.equal((await read(id)).body.paywalled, false)
  })
})
