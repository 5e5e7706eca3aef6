import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addMember, dropMember } from '../../src/writing/salons/change-members.ts'
import { assertError } from '../support/client.ts'
import { ownSalon, publish } from '../support/posts/public.ts'
import { buy, publishPaid } from '../support/posts/purchases.ts'
import { indexChanges } from '../support/posts/search.ts'
import { type Person, startTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
let author: Person
let buyer: Person
let other: Person
before(async () => {
  server = await startTestServer({ env: { PAYMENTS: 'test' } })
  author = await server.person({ plan: 'pro_plus', username: 'seller' })
  buyer = await server.person()
  other = await server.person({ plan: 'pro_plus' })
})
after(() => server.close())

/** Every address that shows something of a post. */
const addressesOf = ({ id, slug }: { id: string; slug: string }): string[] => [
  `/api/v1/public/posts/${id}`,
  `/api/v1/public/posts/${slug}`,
  `/api/v1/public/posts/${id}/html`,
  '/api/v1/public/posts?limit=100',
  '/api/v1/public/posts?author=seller',
  '/api/v1/public/search?q=HIDDENPART',
  '/api/v1/public/users/seller',
  `/api/v1/reader/posts/${id}`,
  `/api/v1/reader/posts/@seller%2F${slug}`,
  `/api/v1/reader/posts/${id}/html`,
  `/api/v1/posts/${id}`,
  '/api/v1/reader/purchases',
  '/api/v1/reader/feed',
  '/api/v1/me/export',
  `/@seller/${slug}`,
  `/@seller/${slug}/buy`,
  '/@seller',
  '/@seller/feed.xml',
  '/feed.xml',
  '/sitemap.xml',
]

async function assertHidden(post: { id: string; slug: string }): Promise<void> {
  for (const client of [server.anyone, other.session, other.bearer]) {
    for (const address of addressesOf(post)) {
      const { body } = await client.get(address)
      assert.doesNotMatch(JSON.stringify(body), /HIDDENPART text/, address)
    }
  }
}

describe('the paid part of a post that somebody has bought', () => {
  it('is answered as private, and only to its reader by a token with the scope', async () => {
    const post = await publishPaid(author)
    await buy(buyer, post.id)
    for (const suffix of ['', '/html']) {
      const { headers } = await buyer.session.get(`/api/v1/reader/posts/${post.id}${suffix}`)
      assert.equal(headers.get('cache-control'), 'no-store')
    }
    assertError(await server.anyone.get(`/api/v1/reader/posts/${post.id}`), 401, 'UNAUTHORIZED')
  })
})

describe('a salon-only post', () => {
  it('is read by the members of its salon, on the site too, and by nobody else', async () => {
    const salon_id = await ownSalon(server, author)
    const member = await server.person()
    await addMember(server.context.db, salon_id, member.account.id, 'member')
    const post = await publish(author.bearer, { content: '**HIDDENPART text**', salon_id, salon_only: true })
    const { body } = await member.session.get(`/api/v1/reader/posts/${post.id}`)
    assert.deepEqual([body.access, body.salon_only, body.content], ['salon', true, '**HIDDENPART text**'])
    const page = await member.session.get(`/@seller/${post.slug}`)
    assert.equal(page.status, 200)
    assert.match(page.body, /HIDDENPART text/)
    assert.equal(page.headers.get('cache-control'), 'private, no-store')
    assert.match(page.body, /<meta name="robots" content="noindex">/)
    await indexChanges(server)
    await assertHidden(post)
    assertError(await other.session.get(`/api/v1/reader/posts/${post.id}`), 404, 'NOT_FOUND')

    await dropMember(server.context.db, salon_id, member.account.id)
    assertError(await member.session.get(`/api/v1/reader/posts/${post.id}`), 404, 'NOT_FOUND')
    assert.equal((await member.session.get(`/@seller/${post.slug}`)).status, 404)
  })

  it('that is paid can be read by the members of its salon without buying it', async () => {
    const salon_id = await ownSalon(server, author)
    const member = await server.person()
    await addMember(server.context.db, salon_id, member.account.id, 'member')
    const post = await publishPaid(author, { salon_id })
    const { body } = await member.session.get(`/api/v1/reader/posts/${post.id}`)
    assert.deepEqual([body.access, body.paywalled], ['salon', false])
    const purchase = ({ session }: Person) => session.post(`/api/v1/reader/posts/${post.id}/purchase`)
    assertError(await purchase(member), 409, 'NOT_FOR_SALE')
    await assertHidden(post)

    const id = await buy(buyer, post.id)
    await author.bearer.patch(`/api/v1/posts/${post.id}`, { salon_only: true })
    assertError(await purchase(member), 409, 'NOT_FOR_SALE')
    assertError(await purchase(author), 409, 'NOT_FOR_SALE')
    assert.deepEqual((await purchase(buyer)).body.purchase, { id, status: 'paid' })
    assertError(await purchase(other), 404, 'NOT_FOUND')
  })
})
