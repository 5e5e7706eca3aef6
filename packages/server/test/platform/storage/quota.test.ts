import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { imageVariantsOf } from '@galley/contract/writing/image-names'
import type { Kysely } from 'kysely'
import sharp from 'sharp'
import { purgeAccounts } from '../../../src/identity/accounts/deletion/purge-account.ts'
import { MIGRATIONS } from '../../../src/platform/db/migrate.ts'
import { type Answer, assertError, Client } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { inParallel } from '../../support/in-parallel.ts'
import { plain } from '../../support/posts/images.ts'
import { createPost } from '../../support/posts/posts.ts'
import { publish, READER } from '../../support/posts/public.ts'
import { filesOf, upload } from '../../support/posts/upload.ts'
import { RECEIVER_ENV, startReceiver } from '../../support/receiver.ts'
import { MISCOUNTED_BYTES } from '../../support/stored-bytes.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

const QUOTA = 100_000
const LONG = 'あ'.repeat(10_000)
const LONG_BYTES = 30_000

let server: TestServer
before(async () => {
  server = await startTestServer({
    env: { ...RECEIVER_ENV, QUOTA_FREE: String(QUOTA), QUOTA_PREMIUM: '1GiB', QUOTA_PRO_PLUS: '0' },
  })
})
after(() => server.close())

const storageOf = async (client: Client) => (await client.get('/api/v1/me/storage')).body
const draft = (client: Client, content: string, more = {}) =>
  client.post('/api/v1/posts', { title: 'A', content, ...more })
const counted = async () => assert.deepEqual((await MISCOUNTED_BYTES.execute(server.context.db)).rows, [])

function assertOverQuota({ status, body }: Answer, used?: number): void {
  const { code, used_bytes, limit_bytes } = body.error ?? {}
  assert.deepEqual({ status, code, limit_bytes }, { status: 400, code: 'QUOTA_EXCEEDED', limit_bytes: QUOTA })
  if (used !== undefined) assert.equal(used_bytes, used)
}

/** An account whose texts leave less space than a long one needs. */
async function full(): Promise<Person & { post: string }> {
  const person = await server.person({ plan: 'free' })
  const { id } = (await draft(person.session, LONG)).body
  assert.equal((await draft(person.session, 'a'.repeat(19_000))).status, 201)
  return { ...person, post: id }
}

describe('the stored bytes', () => {
  it('are those of posts and their revisions, of comments and of images, in UTF-8', async () => {
    const { session, bearer } = await server.person({ plan: 'premium' })
    assert.deepEqual(await storageOf(session), {
      used_bytes: 0,
      limit_bytes: 2 ** 30,
      texts_bytes: 0,
      uploads_bytes: 0,
    })
    const { id } = (await draft(session, LONG, { subtitle: 'é', tags: ['雨', 'b'] })).body
    const each = 1 + LONG_BYTES + 2 + 4
    assert.equal((await storageOf(bearer)).texts_bytes, 2 * each)
    await session.patch(`/api/v1/posts/${id}`, { content: 'short' })
    // The same client within five minutes: the revision is replaced.
    assert.equal((await storageOf(bearer)).texts_bytes, 2 * (1 + 5 + 2 + 4))
    const { body: image } = await upload(session, await plain('png', 30, 30))
    const post = await publish(bearer, {})
    await session.post(`${READER}/posts/${post.id}/comments`, { content: '雨' })
    assert.equal((await storageOf(session)).uploads_bytes, image.file_size)
    await session.delete(`/api/v1/uploads/${image.id}`)
    assert.equal((await storageOf(session)).uploads_bytes, 0)
    await counted()
    const { session: other } = await server.person({ plan: 'pro_plus' })
    assert.equal((await storageOf(other)).limit_bytes, null)
  })

  it('are exact after parallel changes, deletions and purges, and count the same when they are counted again', async () => {
    const { session, bearer } = await server.person()
    const posts = await Promise.all(Array.from({ length: 8 }, () => createPost(bearer, {})))
    await inParallel(posts, async ({ id }) => {
      await session.patch(`/api/v1/posts/${id}`, { content: LONG })
      await bearer.patch(`/api/v1/posts/${id}`, { tags: ['b'] })
      await draft(session, 'Another.', { external_id: id })
      await session.delete(`/api/v1/posts/${id}`)
    })
    await inParallel(posts.slice(4), ({ id }) => session.post(`/api/v1/trash/${id}/restore`))
    await counted()
    const { db } = server.context
    await db.deleteFrom('post_revisions').where('post_id', '=', posts[0]!.id).execute()
    await db.deleteFrom('posts').where('id', 'in', [posts[0]!.id, posts[1]!.id]).execute()
    await counted()
    const gone = await server.person()
    await createPost(gone.bearer, { content: LONG })
    await upload(gone.session, await plain('png', 31, 30))
    const { id } = await publish(bearer, {})
    await gone.session.post(`${READER}/posts/${id}/comments`, { content: 'A text that is longer than [deleted].' })
    const longAgo = new Date('2020-01-01')
    await db
      .updateTable('users')
      .set({ deletion_requested_at: longAgo, suspended_at: longAgo })
      .where('id', '=', gone.account.id)
      .execute()
    assert.equal(await purgeAccounts(server.context), 1)
    await counted()
    const trx = await db.startTransaction().execute()
    await trx.schema.dropTable('storage_use').execute()
    await MIGRATIONS['0062-storage-use']!.up(trx as unknown as Kysely<unknown>)
    assert.deepEqual((await MISCOUNTED_BYTES.execute(trx)).rows, [])
    await trx.rollback().execute()
  })
})

describe('above the quota', () => {
  it('whatever adds bytes is rejected with the numbers, and leaves nothing behind', async () => {
    const { session, post, account } = await full()
    const published = await publish(session, {})
    const before = await storageOf(session)
    const large = await sharp(randomBytes(60_000), { raw: { width: 200, height: 100, channels: 3 } })
      .png()
      .toBuffer()
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(large)]), 'cover.png')
    const site = await startReceiver()
    site.behave((_request, response) => void response.end(large))
    const rejected = [
      await draft(session, LONG),
      await session.post('/api/v1/posts?dry_run=true', { title: 'A', content: LONG }),
      await session.put('/api/v1/posts/by-external-id/x', { title: 'A', content: LONG }),
      await session.post('/api/v1/import/posts', { external_id: 'y', title: 'A', content: LONG }),
      await session.patch(`/api/v1/posts/${post}`, { content: LONG + LONG }),
      await session.put(`/api/v1/posts/${published.id}/pending-revision`, { content: LONG }),
      await session.post(`${READER}/posts/${published.id}/comments`, { content: '雨'.repeat(2000) }),
      await upload(session, large),
      await session.send('POST', `/api/v1/posts/${post}/thumbnail`, { raw: form }),
      await session.post('/api/v1/uploads/fetch', { url: `${site.url}/large.png` }),
    ]
    await site.close()
    for (const answer of rejected) assertOverQuota(answer, before.used_bytes)
    assert.deepEqual(await storageOf(session), before)
    assert.deepEqual(
      (await filesOf(server)).stored.filter(file => file.includes(account.id)),
      [],
    )
  })

  it('whatever takes bytes away or adds none works, also after a downgrade', async () => {
    const { account, session } = await server.person({ plan: 'premium' })
    const { id } = await publish(session, { content: LONG.repeat(4) })
    const { id: other } = await publish(session, { content: LONG })
    const { db, bus } = server.context
    await db.updateTable('users').set({ plan: 'free' }).where('id', '=', account.id).execute()
    await bus.deliverOnThisServer([{ about: 'account', userId: account.id }])
    assert.equal((await storageOf(session)).limit_bytes, QUOTA)
    assertOverQuota(await draft(session, 'a'))
    for (const [what, { status }] of Object.entries({
      unpublish: await session.patch(`/api/v1/posts/${id}`, { status: 'draft' }),
      publish: await session.patch(`/api/v1/posts/${id}`, { status: 'published' }),
      like: await session.put(`${READER}/posts/${id}/like`),
      delete: await session.delete(`/api/v1/posts/${other}`),
      restore: await session.post(`/api/v1/trash/${other}/restore`),
      export: await session.get('/api/v1/me/export'),
      rename: await session.patch('/api/v1/me', { display_name: 'Free' }),
    }))
      assert.equal(status, 200, what)
    await session.patch(`/api/v1/posts/${other}`, { status: 'published' })
    // A shorter text needs less space than the revision that keeps it.
    assert.equal((await session.patch(`/api/v1/posts/${id}`, { content: 'Short.' })).status, 200)
  })

  it('parallel requests exceed it at most by what they write', async () => {
    const { session } = await server.person({ plan: 'free' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => draft(session, 'a'.repeat(20_000))))
    const created = answers.filter(({ status }) => status === 201).length
    const { used_bytes } = await storageOf(session)
    assert.equal(used_bytes, created * 40_002)
    assert.ok(created >= 2 && used_bytes <= QUOTA + server.context.settings.databasePoolMax * 40_002, String(created))
    assertOverQuota(await draft(session, 'a'.repeat(20_000)), used_bytes)
  })
})

it('below the reserve of the disk nothing is written, and reading, logging in and making room work', async () => {
  const { account, session, bearer, password } = await server.person()
  const post = await publish(bearer, { content: '*a*' })
  const { id } = await publish(bearer, {})
  const image = (await upload(bearer, await plain('png', 1200, 800))).body
  const { db } = server.context
  const pages = db.selectFrom('post_pages').select('post_id').where('post_id', '=', post.id)
  await eventually(async () => assert.equal((await pages.execute()).length, 1))
  await db.deleteFrom('post_pages').where('post_id', '=', post.id).execute()
  const { database } = server
  const low = await startTestServer({ database, env: { DISK_RESERVE: '1000TiB' } })
  const client = new Client(low.url, { cookie: session.cookie ?? '' })
  const send = (method: string, path: string, body?: object) => client.send(method, path, { body })
  for (const answer of [
    await send('POST', '/api/v1/posts', { title: 'A', content: 'B' }),
    await send('PATCH', `/api/v1/posts/${id}`, { content: 'B' }),
    await send('PATCH', `/api/v1/posts/${id}`, { status: 'draft', content: 'B' }),
    await send('PUT', `${READER}/posts/${id}/like`),
    await send('POST', `${READER}/posts/${id}/comments`, { content: 'B' }),
    await send('POST', '/api/v1/signup', { username: 'somebody_new', email: 'n@example.com', password }),
    await send('POST', '/oauth/register', { redirect_uris: ['https://program.example/'] }),
  ])
    assertError(answer, 507, 'STORAGE_FULL')
  for (const answer of [
    await send('GET', '/api/v1/posts'),
    await send('GET', `/api/v1/public/posts/${post.id}`),
    await send('POST', '/api/v1/session', { login: account.username, password }),
    await send('PATCH', `/api/v1/posts/${id}`, { status: 'draft' }),
    await send('DELETE', `/api/v1/posts/${id}`),
  ])
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const metrics = await low.context.metrics.metrics()
  assert.match(metrics, /^galley_disk_reserve_bytes 1099511627776000$/m)
  assert.match(metrics, /^galley_disk_free_bytes \d+/m)
  // What is stored by reading is left out.
  assert.equal((await send('GET', `/api/v1/public/posts/${post.id}/html`)).body.html, '<p><em>a</em></p>\n')
  assert.deepEqual(await pages.execute(), [])
  const [variant] = imageVariantsOf(image.url)
  const smaller = await fetch(`${low.url}/media/${variant?.path}`, { redirect: 'manual' })
  assert.deepEqual([smaller.status, smaller.headers.get('location')], [302, `/media/${image.path}`])
  await low.close()
})
