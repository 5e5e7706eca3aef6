import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import pg from 'pg'
import { refreshRankings } from '../../../src/reading/public/refresh-rankings.ts'
import { Client } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { changePost, createPost, POSTS } from '../../support/posts/posts.ts'
import { PUBLIC, publish, READER, rawGet } from '../../support/posts/public.ts'
import { PURCHASES } from '../../support/posts/purchases.ts'
import { type NodeProcess, startNodeProcess } from '../../support/processes/node-process.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../support/receiver.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { registerWebhook, WEBHOOKS } from '../../support/webhooks.ts'

/** In every hidden part and nowhere else. */
const HIDDEN = 'HIDDENWORD'
const OPEN = 'open words'

/** All places where the database may have the paid part, and who reads it there. */
const STORED_IN = [
  // The author, and the readers who have bought it.
  'posts.content',
  // The author: earlier versions.
  'post_revisions.content',
  // Buyers and members of the salon: the rendered text.
  'whole_pages.html',
  // Buyers, after the post was unpublished or deleted.
  'sold_copies.content',
]

let server: TestServer
let node: NodeProcess
let receiver: Receiver
let author: Client
let reader: Client
let buyer: Client
let db: pg.Client
/** Every response to anyone but the author, by path. */
const responses: Record<string, string> = {}

before(async () => {
  server = await startTestServer()
  receiver = await startReceiver()
  node = await startNodeProcess(server.database, { ...RECEIVER_ENV, PAYMENTS: 'test', LOG_LEVEL: 'trace' })
  db = new pg.Client(server.database.connection)
  await db.connect()
  author = new Client(node.url, { token: (await server.person({ plan: 'pro_plus', username: 'author' })).token })
  reader = new Client(node.url, { cookie: (await server.person({ username: 'reader' })).session.cookie! })
  buyer = new Client(node.url, { cookie: (await server.person({ username: 'buyer' })).session.cookie! })
  await useEveryFeature()
})
after(async () => {
  await db.end()
  await node.end('SIGTERM')
  await receiver.close()
  await server.close()
})

/** Records the response of a path, plain and compressed, computed and from the cache. */
async function recordResponse(path: string, headers: Record<string, string> = {}): Promise<void> {
  const decode = { br: brotliDecompressSync, gzip: gunzipSync, plain: (body: Buffer) => body }
  for (const accepts of ['identity', 'br', 'br', 'gzip', 'gzip']) {
    const answer = await rawGet(node.url + path, { 'accept-encoding': accepts, ...headers })
    const encoding = (answer.headers['content-encoding'] ?? 'plain') as keyof typeof decode
    responses[`${path} ${Object.keys(headers)}`] = `${responses[`${path} ${Object.keys(headers)}`] ?? ''}
      ${JSON.stringify(answer.headers)} ${decode[encoding](answer.body)}`
  }
}

/** Of two posts, one of which is deleted later. */
async function buyTwo(posts: readonly { readonly id: string }[]): Promise<void> {
  for (const { id } of posts.slice(0, 2)) {
    const { purchase } = (await buyer.post(`${READER}/posts/${id}/purchase`)).body
    responses[`payment of ${id}`] = JSON.stringify(
      (await buyer.post(`${PURCHASES}/${purchase.id}/test-payment`, { action: 'pay' })).body,
    )
    await eventually(async () => {
      assert.match((await buyer.get(`${READER}/posts/${id}/html`)).body.html, new RegExp(HIDDEN))
      const { rows } = await db.query('select from whole_pages where post_id = $1', [id])
      assert.equal(rows.length, 1)
    })
  }
}

/** Every operation on paid posts, with a reader who records the responses. */
async function useEveryFeature(): Promise<void> {
  const events = ['post.created', 'post.updated', 'post.published', 'post.unpublished', 'post.deleted']
  const hook = await registerWebhook(author, receiver.url, { event_types: events })
  const paid = { is_paid: true, price_jpy: 100, status: 'published', category: 'essay', tags: ['paid'] }
  const posts = [
    await publish(author, { ...paid, content: `${OPEN}\n\n<!-- paywall -->\n\n${HIDDEN}` }),
    await publish(author, { ...paid, content: `${HIDDEN} from the first word on` }),
    await publish(author, { ...paid, content: `<!-- paywall -->${HIDDEN}`, post_type: 'short' }),
    await publish(author, { ...paid, content: `${OPEN}<!-- paywall -->${HIDDEN}`, visibility: 'unlisted' }),
  ]
  const free = await createPost(author, { content: `${OPEN} <!-- paywall --> ${HIDDEN}`, tags: ['paid'] })
  posts.push(free)
  await changePost(author, free.id, paid)
  for (const { id } of posts) {
    await changePost(author, id, { title: 'Changed', subtitle: 'Below' })
    await changePost(author, id, { content: `${OPEN} <!-- paywall --> ${HIDDEN} ${HIDDEN}` })
    for (const reaction of ['like', 'save', 'resonance']) {
      responses[`${reaction} ${id}`] = JSON.stringify((await reader.put(`${READER}/posts/${id}/${reaction}`)).body)
    }
    await reader.post(`${READER}/posts/${id}/comments`, { content: 'What comes next?' })
    await reader.patch(`${POSTS}/${id}`, { title: 'Mine' })
  }
  // Invalid on purpose: a rejection may repeat parts of the body, and so may the log.
  const broken = { raw: `{"content": "${HIDDEN}`, headers: { 'content-type': 'application/json' } }
  assert.equal((await author.send('PATCH', `${POSTS}/${posts[0]!.id}`, broken)).status, 400)
  await author.patch(`${POSTS}/${posts[0]!.id}`, { content: HIDDEN, nonsense: true })
  await buyTwo(posts)
  await refreshRankings(server.context)

  const cookie = reader.cookie!
  for (const who of [{}, { cookie }] as Record<string, string>[]) {
    for (const { id, slug } of posts) {
      for (const path of [`${PUBLIC}/posts/${id}`, `${PUBLIC}/posts/${slug}`, `${POSTS}/${id}`])
        await recordResponse(path, who)
      await recordResponse(`${READER}/posts/${id}/comments`, who)
    }
    for (const sort of ['latest', 'popular', 'trending']) {
      await recordResponse(`${PUBLIC}/posts?sort=${sort}&tag=paid&category=essay`, who)
    }
    for (const type of ['trending', 'weekly', 'monthly', 'saved'])
      await recordResponse(`${PUBLIC}/ranking?type=${type}`, who)
    for (const path of [`${PUBLIC}/users/author`, `${PUBLIC}/posts`, `${PUBLIC}/categories`, POSTS])
      await recordResponse(path, who)
    for (const path of ['/api/v1/openapi.json', '/docs', '/metrics', '/healthz', '/readyz'])
      await recordResponse(path, who)
  }
  // The author's list contains excerpts; only the single read has the whole text.
  responses['own list'] = JSON.stringify((await author.get(`${POSTS}?limit=100`)).body)
  await author.post(`${WEBHOOKS}/${hook.id}/test`)
  for (const { id } of posts.slice(1)) await author.delete(`${POSTS}/${id}`)
  await eventually(() => {
    const deleted = receiver.received.filter(({ headers }) => headers['x-service-event'] === 'post.deleted')
    assert.equal(deleted.length, posts.length - 1)
  }, 20_000)
  responses['what the receiver got'] = JSON.stringify(receiver.received)
  responses['deliveries'] = JSON.stringify((await author.get(`${WEBHOOKS}/${hook.id}/deliveries?limit=100`)).body)
  assert.match(
    (await author.get(`${POSTS}/${posts[0]!.id}`)).body.content,
    new RegExp(HIDDEN),
    'the author reads it all',
  )
}

describe('the paid part of a post', () => {
  it('is in no response to anyone but its author: no ranking, profile, page, document or delivery', () => {
    const silent = Object.entries(responses).filter(([, text]) => text.length < 10)
    assert.deepEqual(silent, [])
    assert.ok(Object.values(responses).filter(text => text.includes(OPEN)).length > 20, 'the open part is there')
    for (const [where, text] of Object.entries(responses)) assert.ok(!text.includes(HIDDEN), where)
  })

  it('is in no table but those of its author and its buyers: no event, delivery, ranking, list or page', async () => {
    const tables = await db.query<{ name: string; title: string }>(
      `select format('%I.%I', schemaname, tablename) as name, tablename as title from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    assert.ok(tables.rows.length > 15)
    const found = new Set<string>()
    for (const { name, title } of tables.rows) {
      const { rows } = await db.query<{ key: string }>(
        `select distinct key from (select to_jsonb(t) as row from ${name} t) r, jsonb_each_text(row)
         where key || value like $1`,
        [`%${HIDDEN}%`],
      )
      for (const { key } of rows) found.add(`${title}.${key}`)
    }
    assert.deepEqual([...found].sort(), STORED_IN.toSorted())
    const stored = await db.query('select from posts where content like $1', [`%${HIDDEN}%`])
    assert.equal(stored.rows.length, 5)
    const events = await db.query('select from events')
    assert.ok(events.rows.length > 15)
  })

  it('is not in the log, even at its most detailed level', () => {
    assert.match(node.log(), /"level":"debug"/)
    assert.ok(node.log().includes('/api/v1/public/posts'))
    assert.ok(!node.log().includes(HIDDEN))
  })
})
