import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { purgeExpiredPreviewLinks } from '../../../src/writing/previews/preview-link-store.ts'
import { assertError, Client } from '../../support/client.ts'
import { changePost, createPost, later, POSTS } from '../../support/posts/posts.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person({ plan: 'pro_plus' })
})
after(() => server.close())

const SECRET = 'the paid ending'
const paid = { content: `Free.\n\n<!-- paywall -->\n\n${SECRET}`, is_paid: true, price_jpy: 500 }

async function linkTo(id: string, person = alice): Promise<string> {
  const { status, body } = await person.session.post(`${POSTS}/${id}/preview-link`)
  assert.equal(status, 200, JSON.stringify(body))
  return new URL(body.url).search
}

const read = (search: string) => server.anyone.get(`/api/v1/public/preview${search}`)
const page = (search: string) => server.anyone.get(`/preview${search}`)

const scoped = async (scopes: string[]) => {
  const { body } = await alice.session.post('/api/v1/tokens', { name: scopes.join(), scopes })
  return new Client(server.url, { token: body.token })
}

describe('a preview link', () => {
  it('shows a draft to anybody: the whole text in its current version, for a day', async () => {
    const { id } = await createPost(alice.session, { ...paid, title: 'Not yet', tags: ['rain'] })
    const { body: link } = await alice.session.post(`${POSTS}/${id}/preview-link`)
    assert.deepEqual(Object.keys(link), ['url', 'expires_at'])
    assert.ok(link.url.startsWith(`${server.context.settings.publicUrl.origin}/preview?token=`))
    const hours = (Date.parse(link.expires_at) - Date.now()) / 3_600_000
    assert.ok(hours > 23.5 && hours < 24.5)
    await changePost(alice.session, id, { title: 'Soon' })
    const { body } = await read(new URL(link.url).search)
    assert.equal(body.expires_at, link.expires_at)
    assert.deepEqual([body.post.title, body.post.tags, body.post.price_jpy], ['Soon', ['rain'], 500])
    assert.match(body.post.html, /Free[\s\S]*paywall-line[\s\S]*the paid ending/)
    const { status, body: html } = await page(new URL(link.url).search)
    assert.equal(status, 200)
    assert.match(html, /<h1 lang="en">Soon<\/h1>[\s\S]*the paid ending/)
  })

  it('is valid as long as the author says, within limits', async () => {
    const { id } = await createPost(alice.session)
    const create = (expires_in: number) => alice.session.post(`${POSTS}/${id}/preview-link`, { expires_in })
    const { body } = await create(3600)
    assert.ok(Date.parse(body.expires_at) - Date.now() < 3_700_000)
    assertError(await create(59), 400, 'VALIDATION_ERROR', { expires_in: 'TOO_SMALL' })
    assertError(await create(2_592_001), 400, 'VALIDATION_ERROR', { expires_in: 'TOO_LARGE' })
  })

  it('is kept out of caches and search engines, on the page and in the API', async () => {
    const { id } = await createPost(alice.session)
    const link = await linkTo(id)
    for (const { headers } of [await page(link), await read(link), await page(link)]) {
      assert.match(headers.get('cache-control') ?? '', /no-store/)
      assert.match(headers.get('x-robots-tag') ?? '', /noindex/)
      assert.equal(headers.get('etag'), null)
    }
    const { body, headers } = await page(link)
    assert.match(body, /<meta name="robots" content="noindex">/)
    assert.doesNotMatch(body, /rel="canonical"|og:url/)
    assert.equal(headers.get('referrer-policy'), 'same-origin')
  })

  it('leads to the post once it is published, and shows nothing of it itself', async () => {
    const { id, url } = await createPost(alice.session, { ...paid, status: 'scheduled', scheduled_for: later() })
    const link = await linkTo(id)
    assert.match((await page(link)).body, /the paid ending/)
    await changePost(alice.session, id, { status: 'published' })
    assert.deepEqual((await read(link)).body, { ...(await read(link)).body, post: null, url })
    const response = await page(link)
    assert.deepEqual([response.status, response.headers.get('location')], [302, new URL(url).pathname])
    assert.match(response.headers.get('cache-control') ?? '', /no-store/)
    assert.doesNotMatch(JSON.stringify((await read(link)).body), new RegExp(SECRET))
  })

  it('stops at once when it is revoked, expired, deleted with its post, or its author is suspended', async () => {
    const stops: Record<string, (id: string, person: Person) => Promise<unknown>> = {
      revoked: (id, { session }) => session.delete(`${POSTS}/${id}/preview-link`),
      expired: id => sql`update preview_links set expires_at = now() where post_id = ${id}`.execute(server.context.db),
      deleted: (id, { session }) => session.delete(`${POSTS}/${id}`),
      hidden: id =>
        sql`update posts set hidden_at = now(), hidden_reason = 'spam' where id = ${id}`.execute(server.context.db),
      suspended: (_, { account }) =>
        sql`update users set suspended_at = now() where id = ${account.id}`.execute(server.context.db),
    }
    for (const [name, stop] of Object.entries(stops)) {
      const person = await server.person()
      const { id } = await createPost(person.session)
      const link = await linkTo(id, person)
      assert.equal((await page(link)).status, 200, name)
      await stop(id, person)
      assertError(await read(link), 404, 'NOT_FOUND')
      assert.equal((await page(link)).status, 404, name)
    }
  })

  it('stays ended when its post comes back from the trash or is shown again', async () => {
    const admin = await server.person({ role: 'admin' })
    const trashed = (await createPost(alice.session)).id
    const hidden = (await createPost(alice.session, { status: 'published' })).id
    const links = [await linkTo(trashed), await linkTo(hidden)]
    await alice.session.delete(`${POSTS}/${trashed}`)
    assert.equal((await alice.session.post(`/api/v1/trash/${trashed}/restore`)).status, 200)
    await admin.session.post(`/api/v1/admin/posts/${hidden}/hide`, { reason: 'Spam.' })
    assert.equal((await admin.session.post(`/api/v1/admin/posts/${hidden}/restore`)).status, 200)
    for (const link of links) assertError(await read(link), 404, 'NOT_FOUND')
  })

  it('ends with the token that made it', async () => {
    const { id } = await createPost(alice.session)
    const { body: token } = await alice.session.post('/api/v1/tokens', { name: 'Helper' })
    const { body } = await new Client(server.url, { token: token.token }).post(`${POSTS}/${id}/preview-link`)
    const [link, own] = [new URL(body.url).search, await linkTo(id)]
    assert.equal((await read(link)).status, 200)
    await alice.session.delete(`/api/v1/tokens/${token.id}`)
    assertError(await read(link), 404, 'NOT_FOUND')
    assert.equal((await read(own)).status, 200)
  })

  it('cannot be forged: every other token is the same 404', async () => {
    const { id } = await createPost(alice.session)
    const link = await linkTo(id)
    const other = await linkTo((await createPost(alice.session)).id)
    const [, token = ''] = link.split('=')
    const [linkId = '', signature = ''] = token.split('.')
    const [, otherToken = ''] = other.split('=')
    const forged = [
      linkId,
      `${linkId}.`,
      `${linkId}.${otherToken.split('.')[1]}`,
      `${linkId}.${signature}x`,
      `${token}.${signature}`,
      `${id}.${signature}`,
      'é'.repeat(100),
    ]
    for (const each of forged) {
      assertError(await read(`?token=${encodeURIComponent(each)}`), 404, 'NOT_FOUND')
      assert.equal((await page(`?token=${encodeURIComponent(each)}`)).status, 404)
    }
    assertError(await read(''), 404, 'NOT_FOUND')
    for (const each of ['?token=', `?token=${'x'.repeat(201)}`, '?token=%00']) {
      assertError(await read(each), 400, 'VALIDATION_ERROR')
      assert.equal((await page(each)).status, 404)
    }
  })

  it('is made and revoked by the author only, with a scope for writing', async () => {
    const { id } = await createPost(alice.session)
    const path = `${POSTS}/${id}/preview-link`
    const link = await linkTo(id)
    const bob = await server.person()
    for (const send of [bob.session.post, bob.session.delete]) assertError(await send(path), 404, 'NOT_FOUND')
    assertError(await server.anyone.post(path), 401, 'UNAUTHORIZED')
    const reader = await scoped(['posts:read'])
    for (const send of [reader.post, reader.delete]) assertError(await send(path), 403, 'SCOPE_REQUIRED')
    assert.equal((await (await scoped(['posts:read', 'posts:write', 'uploads'])).post(path)).status, 200)
    assertError(await alice.session.post(`${POSTS}/nothing/preview-link`), 404, 'NOT_FOUND')
    assert.equal((await read(link)).status, 200, 'nobody else revoked it')
  })

  it('is limited in number: a post has its 20 newest links', async () => {
    const { id } = await createPost(alice.session)
    const first = await linkTo(id)
    await Promise.all(Array.from({ length: 20 }, () => linkTo(id)))
    assertError(await read(first), 404, 'NOT_FOUND')
    const { rows } = await sql`select from preview_links where post_id = ${id}`.execute(server.context.db)
    assert.equal(rows.length, 20)
  })

  it('is deleted some time after it has expired', async () => {
    const { db } = server.context
    const { id } = await createPost(alice.session)
    await linkTo(id)
    await sql`update preview_links set expires_at = now() where post_id = ${id}`.execute(db)
    assert.ok((await purgeExpiredPreviewLinks(db)) >= 1)
    assert.equal((await sql`select from preview_links where post_id = ${id}`.execute(db)).rows.length, 0)
  })
})
