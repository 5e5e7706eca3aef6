/** The paid part of a post, on every address of the site and the API that can be read. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Client } from '../../../server/test/support/client.ts'
import { exportedFiles } from '../../../server/test/support/posts/exported-files.ts'
import { buy, payTest, publishPaid } from '../../../server/test/support/posts/purchases.ts'
import { indexChanges } from '../../../server/test/support/posts/search.ts'
import { createSeries, entryOf } from '../../../server/test/support/posts/series.ts'
import type { Person, TestServer } from '../../../server/test/support/test-server.ts'
import { readableAddresses } from '../support/readable-addresses.ts'
import { startWebServer } from '../support/web-server.ts'

const HIDDEN_TEXT = 'HIDDENPART text'

let server: TestServer
let buyer: Person
let others: Record<string, Client>
let follower: Person
let addresses: string[]
let articlePath: string
let postId: string

before(async () => {
  server = await startWebServer({
    env: {
      PAYMENTS: 'test',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'Galley <noreply@example.com>',
      RATE_LIMIT_REQUESTS: '0',
      RATE_LIMIT_SEARCHES: '0',
    },
  })
  const author = await server.person({ plan: 'pro_plus', username: 'seller' })
  buyer = await server.person({ plan: 'pro_plus' })
  follower = await server.person({ plan: 'pro_plus' })
  const refunded = await server.person({ plan: 'pro_plus' })
  await follower.session.put('/api/v1/reader/users/seller/follow')
  await follower.session.post('/api/v1/webhooks', { url: 'https://hooks.example/x', event_types: ['post.published'] })
  const series = await createSeries(author.bearer, { title: 'Sold' })
  const post = await publishPaid(author, { tags: ['sold'], category: 'programming', ...entryOf(series, 1) })
  await follower.session.put(`/api/v1/reader/posts/${post.id}/like`)
  await follower.session.put(`/api/v1/reader/posts/${post.id}/save`)
  await follower.session.post(`/api/v1/reader/posts/${post.id}/comments`, { content: 'Well said' })
  const purchaseId = await buy(buyer, post.id)
  const ended = await buy(refunded, post.id)
  await payTest(refunded, ended, 'refund')
  await indexChanges(server)
  others = {
    anonymous: server.anyone,
    follower: follower.session,
    'token of the follower': follower.bearer,
    'refunded buyer': refunded.session,
  }
  articlePath = `/@seller/${post.slug}`
  postId = post.id
  addresses = readableAddresses('HIDDENPART', {
    id: [post.id, post.slug, purchaseId, ended, series.slug],
    slug: [post.slug, series.slug],
    username: ['seller'],
    tag: ['sold'],
    type: ['trending'],
    value: ['programming'],
    page: ['1.xml'],
  })
})
after(() => server.close())

const bodyOf = async (client: Client, address: string) => {
  const { body, ...answer } = await client.get(address)
  return { ...answer, text: typeof body === 'string' ? body : JSON.stringify(body) }
}

/** Whether a cache that several people share may keep the answer, as RFC 9111 says. */
const isSharable = (headers: Headers) => !/\b(private|no-store)\b/.test(headers.get('cache-control') ?? '')

describe('the paid part', () => {
  it('is shown at no address to those who have not paid, also after the buyer has read all of them', async () => {
    const shown: string[] = []
    const sharable = new Map<string, string>()
    for (const address of addresses) {
      const { text, headers } = await bodyOf(buyer.session, address)
      if (isSharable(headers)) sharable.set(address, text)
      if (!text.includes(HIDDEN_TEXT)) continue
      shown.push(address)
      assert.ok(!isSharable(headers), `${address}: ${headers.get('cache-control')}`)
      assert.match(headers.get('cache-control') ?? '', /no-store/, address)
      assert.equal(headers.get('etag'), null, address)
    }
    assert.ok(shown.includes(articlePath), shown.join(' '))
    for (const [who, client] of Object.entries(others)) {
      for (const address of addresses) {
        // Pages ignore tokens.
        if (client === follower.bearer && !address.startsWith('/api/')) continue
        const { text } = await bodyOf(client, address)
        assert.ok(!text.includes(HIDDEN_TEXT), `${who}: ${address}`)
        // What a shared cache may keep is the same for everybody.
        if (client === server.anyone && sharable.has(address)) assert.equal(sharable.get(address), text, address)
      }
    }
  })

  it('is in no mail, no event, no export and no answer to an assistant of anybody else', async () => {
    const mails = await server.context.db.selectFrom('mails').select(['kind', 'content']).execute()
    for (const { kind, content } of mails) {
      assert.ok(content === null || !server.context.secretBox.open(content).includes(HIDDEN_TEXT), kind)
    }
    const events = await server.context.db.selectFrom('events').selectAll().execute()
    assert.ok(events.length > 0)
    assert.ok(!events.some(event => Buffer.from(String(event.body)).includes(HIDDEN_TEXT)))
    for (const person of [follower, buyer]) {
      for (const [name, text] of Object.entries(await exportedFiles(server, person)))
        assert.ok(!text.includes(HIDDEN_TEXT), name)
    }
    for (const [name, args] of [
      ['search_public', { q: 'HIDDENPART' }],
      ['find_posts', { q: 'HIDDENPART' }],
      ['read_post', { id: postId }],
      ['preview_post', { id: postId }],
    ] as const) {
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
      const { status, body } = await follower.bearer.post('/mcp', call, {
        headers: { accept: 'application/json, text/event-stream' },
      })
      assert.equal(status, 200, name)
      assert.ok(!JSON.stringify(body).includes(HIDDEN_TEXT), name)
    }
  })
})

describe('a cache that readers share', () => {
  it('never gets a page of a buyer: not by HEAD, not by 304, not as an error', async () => {
    const locked = await bodyOf(server.anyone, articlePath)
    const etag = locked.headers.get('etag') ?? ''
    assert.notEqual(etag, '')
    for (const address of [
      articlePath,
      '/purchases',
      `${articlePath}/buy`,
      '/purchases/unknown',
      '/checkout/unknown',
    ]) {
      for (const method of ['GET', 'HEAD']) {
        for (const headers of [{}, { 'if-none-match': etag }, { 'if-none-match': '*' }]) {
          const answer = await buyer.session.send(method, address, { headers })
          assert.ok(!isSharable(answer.headers), `${method} ${address}: ${answer.headers.get('cache-control')}`)
          // A locked page that a browser has kept must not be confirmed to somebody who has paid since.
          if (address === articlePath && headers['if-none-match'] !== '*') assert.equal(answer.status, 200)
        }
      }
    }
  })
})
