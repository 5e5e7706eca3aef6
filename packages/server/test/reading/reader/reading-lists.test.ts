import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertError } from '../../support/client.ts'
import { changePost, POSTS } from '../../support/posts/posts.ts'
import { ownSalon, publish, READER, setSuspended } from '../../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

const titles = async ({ session }: Person, path: string): Promise<string[]> =>
  (await session.get(`${READER}/${path}`)).body.posts.map(({ title }: { title: string }) => title)
const totalOf = async ({ session }: Person, path: string): Promise<number> =>
  (await session.get(`${READER}/${path}`)).body.total

describe('the saved and liked posts of a reader', () => {
  for (const [list, action] of [
    ['saved', 'save'],
    ['liked', 'like'],
  ] as const) {
    it(`${list}: the latest first, in pages, of this reader only`, async () => {
      const [alice, bob, carol] = [await server.person(), await server.person({ plan: 'free' }), await server.person()]
      for (const title of ['one', 'two', 'three']) {
        const { id } = await publish(alice.bearer, { title })
        await bob.session.put(`${READER}/posts/${id}/${action}`)
      }
      assert.deepEqual(await titles(bob, list), ['three', 'two', 'one'])
      assert.deepEqual(await titles(bob, `${list}?limit=1&offset=1`), ['two'])
      assert.equal(await totalOf(bob, `${list}?offset=9`), 3)
      assert.deepEqual(await titles(carol, list), [])
      const [post] = (await bob.session.get(`${READER}/${list}`)).body.posts
      const listed = (await server.anyone.get(`/api/v1/public/posts?author=${alice.account.username}`)).body.posts[0]
      assert.deepEqual(Object.keys(post), Object.keys(listed))
      assertError(await server.anyone.get(`${READER}/${list}`), 401, 'UNAUTHORIZED')
    })

    it(`${list}: no post that the reader may not read any more`, async () => {
      const [alice, dave, bob] = [
        await server.person({ plan: 'pro_plus' }),
        await server.person(),
        await server.person(),
      ]
      const salon_id = await ownSalon(server, alice)
      const add = async ({ bearer }: Person, fields: Record<string, unknown>) => {
        const { id } = await publish(bearer, fields)
        await bob.session.put(`${READER}/posts/${id}/${action}`)
        return id
      }
      const draft = await add(alice, { title: 'draft' })
      const salon = await add(alice, { title: 'salon' })
      const deleted = await add(alice, { title: 'deleted' })
      await add(dave, { title: 'suspended' })
      await add(alice, { title: 'unlisted', visibility: 'unlisted' })
      const paid = { is_paid: true, price_jpy: 300, content: 'Free. <!-- paywall --> Paid.' }
      await add(alice, { title: 'paid', ...paid })
      await changePost(alice.bearer, draft, { status: 'draft' })
      await changePost(alice.bearer, salon, { salon_id, salon_only: true })
      await alice.bearer.delete(`${POSTS}/${deleted}`)
      await setSuspended(server, dave, true)
      assert.deepEqual(await titles(bob, list), ['paid', 'unlisted'])
      assert.equal(await totalOf(bob, list), 2)
      assert.ok(!JSON.stringify((await bob.session.get(`${READER}/${list}`)).body).includes('Paid.'))
    })
  }
})

describe('the feed of a reader', () => {
  it('has the public posts of all that they follow, newest first', async () => {
    const [alice, dave, other, bob] = await Promise.all([1, 2, 3, 4].map(() => server.person()))
    assert.ok(alice && dave && other && bob)
    for (const { account } of [alice, dave]) await bob.session.put(`${READER}/users/${account.username}/follow`)
    await publish(alice.bearer, { title: 'one' })
    await publish(dave.bearer, { title: 'two' })
    await publish(other.bearer, { title: 'of nobody' })
    await publish(alice.bearer, { title: 'unlisted', visibility: 'unlisted' })
    await publish(alice.bearer, { title: 'three' })
    assert.deepEqual(await titles(bob, 'feed'), ['three', 'two', 'one'])
    assert.deepEqual(await titles(bob, 'feed?limit=2&offset=1'), ['two', 'one'])
    assert.equal(await totalOf(bob, 'feed'), 3)
    await setSuspended(server, dave, true)
    assert.deepEqual(await titles(bob, 'feed'), ['three', 'one'])
    assert.equal(await totalOf(bob, 'feed'), 2)
    const { users, total } = (await bob.session.get(`${READER}/following`)).body
    assert.deepEqual([users.map((user: { username: string }) => user.username), total], [[alice.account.username], 1])
    assert.deepEqual(await titles(other, 'feed'), [])
  })
})
