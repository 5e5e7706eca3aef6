import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { refreshRankings } from '../../src/reading/public/refresh-rankings.ts'
import { assertError } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { changePost, POSTS, readPost } from '../support/posts/posts.ts'
import { assertCountersEqualRows, PUBLIC, publish, READER } from '../support/posts/public.ts'
import { indexChanges } from '../support/posts/search.ts'
import { createSeries, entryOf } from '../support/posts/series.ts'
import { runGalley } from '../support/processes/galley-process.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { type Person, startTestServer, type TestServer } from '../support/test-server.ts'

const ADMIN = '/api/v1/admin'

let database: TestDatabase
let here: TestServer
let there: TestServer
let admin: Person
let author: Person
let reader: Person
before(async () => {
  database = await createTestDatabase()
  // The clocks stand still, so cached responses never expire and only the change can drop them.
  const startedAt = new Date()
  here = await startTestServer({ database, clock: { now: () => startedAt } })
  there = await startTestServer({ database, clock: { now: () => startedAt } })
  admin = await here.person({ role: 'admin' })
  author = await here.person()
  reader = await here.person()
})
after(async () => {
  await here.close()
  await there.close()
  await database.drop()
})
afterEach(() => assertCountersEqualRows(here))

describe('a hidden post', () => {
  it('is gone from every public surface of every process, and back after it is restored, except for preview links', async () => {
    const title = 'Umbrellas considered harmful'
    const series = await createSeries(author.session)
    const fields = { title, content: 'About umbrellas.', category: 'essay', tags: ['umbrella'], ...entryOf(series) }
    const { id, slug } = await publish(author.session, fields)
    const { username } = author.account
    for (const kind of ['like', 'save']) await reader.session.put(`${READER}/posts/${id}/${kind}`)
    await reader.session.put(`${READER}/users/${username}/follow`)
    const redirect = await author.session.put('/api/v1/redirects', { path: '/old/umbrellas', post_id: id })
    assert.equal(redirect.status, 201, JSON.stringify(redirect.body))
    const link = await author.session.post(`${POSTS}/${id}/preview-link`)
    const preview = new URL(link.body.url).search
    await indexChanges(here)
    await refreshRankings(here.context)

    const answers = [
      `${PUBLIC}/posts`,
      `${PUBLIC}/posts?tag=umbrella`,
      `${PUBLIC}/posts?category=essay&sort=popular`,
      `${PUBLIC}/posts?author=${username}&sort=trending`,
      `${PUBLIC}/posts?series=${series.id}`,
      `${PUBLIC}/posts/${id}`,
      `${PUBLIC}/posts/${slug}`,
      `${PUBLIC}/posts/${id}/html`,
      `${PUBLIC}/posts/${id}/comments`,
      `${PUBLIC}/ranking?type=saved`,
      `${PUBLIC}/ranking?type=weekly`,
      `${PUBLIC}/users/${username}`,
      `${PUBLIC}/search?q=umbrellas`,
      `${PUBLIC}/search/suggestions?q=umbr`,
      `${PUBLIC}/sitemap`,
      `${PUBLIC}/series/${series.id}`,
      `${PUBLIC}/redirects?path=/old/umbrellas`,
      '/',
      `/@${username}`,
      `/@${username}/${slug}`,
      '/tags/umbrella',
      '/feed.xml',
      `/@${username}/feed.xml`,
      '/sitemap-posts-1.xml',
      '/search?q=umbrellas',
      '/ranking/saved',
      `${PUBLIC}/preview${preview}`,
    ]
    const readers = [`${READER}/saved`, `${READER}/liked`, `${READER}/feed`, `${READER}/posts/${id}`]
    /** What shows the post: 200, and its title or slug in the body. */
    const showing = async (server: TestServer): Promise<string[]> => {
      const shown: string[] = []
      for (const path of [...answers, ...readers]) {
        const isReaders = readers.includes(path)
        const headers = isReaders ? { headers: { cookie: reader.session.cookie ?? '' } } : {}
        const response = await fetch(server.url + path, { redirect: 'manual', ...headers })
        const text = await response.text()
        const names = path === `${READER}/posts/${id}` || path.endsWith('/html') || path.endsWith('/comments')
        if (
          response.status === 200 &&
          (names || text.includes(title) || text.includes(slug) || text.includes('"umbrella"'))
        )
          shown.push(path)
      }
      return shown
    }
    const all = [...answers, ...readers]
    for (const server of [here, there]) assert.deepEqual(await showing(server), all)

    const hidden = await admin.session.post(`${ADMIN}/posts/${id}/hide`, { reason: 'Too dry.' })
    assert.equal(hidden.status, 200)
    assert.equal(hidden.body.hidden_reason, 'Too dry.')
    // The server that hid it stops showing it at once.
    assert.deepEqual(await showing(here), [])
    await eventually(async () => assert.deepEqual(await showing(there), []))

    assertError(await reader.session.put(`${READER}/posts/${id}/like`), 404, 'NOT_FOUND')
    assertError(await reader.session.post(`${READER}/posts/${id}/comments`, { content: 'x' }), 404, 'NOT_FOUND')
    assertError(await reader.session.post(`${READER}/reports`, { post_id: id, reason: 'spam' }), 404, 'NOT_FOUND')

    const restored = await admin.session.post(`${ADMIN}/posts/${id}/restore`, { reason: 'It rains.' })
    assert.deepEqual([restored.status, restored.body.hidden_at, restored.body.hidden_reason], [200, null, null])
    const back = all.filter(path => !path.startsWith(`${PUBLIC}/preview`))
    assert.deepEqual(await showing(here), back)
    await eventually(async () => assert.deepEqual(await showing(there), back))
  })

  it('tells its author that it is hidden, and why, and stays hidden through every change by the author', async () => {
    const { id } = await publish(author.session, { title: 'Before' })
    await admin.session.post(`${ADMIN}/posts/${id}/hide`, { reason: 'Advertising.' })
    const own = await readPost(author.session, id)
    assert.equal(own.hidden_reason, 'Advertising.')
    assert.ok(own.hidden_at)
    const { body } = await author.session.get(`${POSTS}?limit=100`)
    const item = body.posts.find((post: { id: string }) => post.id === id)
    assert.deepEqual([item.hidden_at, item.hidden_reason], [own.hidden_at, own.hidden_reason])

    for (const change of [{ title: 'After' }, { status: 'draft' }, { status: 'published' }, { hidden_at: null }]) {
      const changed = await changePost(author.session, id, change)
      assert.deepEqual([changed.hidden_at, changed.hidden_reason], [own.hidden_at, 'Advertising.'])
      assertError(await here.anyone.get(`${PUBLIC}/posts/${id}`), 404, 'NOT_FOUND')
    }
    assert.equal((await author.session.delete(`${POSTS}/${id}`)).status, 200)
    // Not 410: readers do not learn that there was a post.
    assertError(await here.anyone.get(`${PUBLIC}/posts/${id}/html`), 404, 'NOT_FOUND')
    assert.equal((await author.session.post(`/api/v1/trash/${id}/restore`)).status, 200)
    assert.equal((await changePost(author.session, id, { status: 'published' })).hidden_reason, 'Advertising.')
    assertError(await here.anyone.get(`${PUBLIC}/posts/${id}`), 404, 'NOT_FOUND')
  })

  it('is recorded once for each change, with who, what, when and why', async () => {
    const { id } = await publish(author.session, { title: 'Audited' })
    const reasons = ['One', 'One', 'Two']
    for (const reason of reasons) await admin.session.post(`${ADMIN}/posts/${id}/hide`, { reason })
    for (const _ of [1, 2]) await admin.session.post(`${ADMIN}/posts/${id}/restore`)
    const { body } = await admin.session.get(`${ADMIN}/audit?target_id=${id}`)
    const entries = body.entries.map((entry: Record<string, unknown>) => [entry['action'], entry['reason']])
    assert.deepEqual(entries, [
      ['post.restore', null],
      ['post.hide', 'Two'],
      ['post.hide', 'One'],
    ])
    assert.equal(body.total, 3)
    const { actor, source, target } = body.entries[0]
    assert.deepEqual(
      { actor, source, target },
      { actor: admin.account.username, source: 'admin', target: { type: 'post', id, label: 'Audited' } },
    )
  })

  it('can be hidden from the command line, which running servers notice', async () => {
    const { id } = await publish(author.session)
    assert.equal((await here.anyone.get(`${PUBLIC}/posts/${id}`)).status, 200)
    const args = ['posts', 'hide', id.toUpperCase(), '--reason', 'By the operator', '--json']
    const { code, stdout, stderr } = await runGalley(args, { DATABASE_URL: database.url })
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    assert.equal(JSON.parse(stdout).hidden_reason, 'By the operator')
    await eventually(async () => assert.equal((await here.anyone.get(`${PUBLIC}/posts/${id}`)).status, 404))
    const { entries } = (await admin.session.get(`${ADMIN}/audit?target_id=${id}`)).body
    assert.deepEqual([entries[0].source, entries[0].actor], ['operator', null])
  })

  it('can be read by admins; a draft cannot', async () => {
    const paid = 'Free.\n\n<!-- paywall -->\n\nPaid.'
    const shown = await publish(author.session, { title: 'Found by admins', content: paid })
    const draft = await author.session.post(POSTS, { title: 'Found by nobody', content: 'x' })
    assert.equal((await admin.session.get(`${ADMIN}/posts/${shown.id}`)).body.content, paid)
    assertError(await admin.session.get(`${ADMIN}/posts/${draft.body.id}`), 404, 'NOT_FOUND')
    assertError(await admin.session.post(`${ADMIN}/posts/${draft.body.id}/hide`, { reason: 'x' }), 404, 'NOT_FOUND')
    assertError(await admin.session.post(`${ADMIN}/posts/nothing/hide`, { reason: 'x' }), 404, 'NOT_FOUND')
    const { body } = await admin.session.get(`${ADMIN}/posts?q=FOUND by&username=${author.account.username}`)
    assert.deepEqual([body.total, body.posts[0].title, body.posts[0].content], [1, 'Found by admins', undefined])
    assert.equal((await admin.session.get(`${ADMIN}/posts?q=found by&hidden=true`)).body.total, 0)
  })

  it('needs a reason of 1 to 500 characters', async () => {
    const { id } = await publish(author.session)
    const hide = (body: unknown) => admin.session.post(`${ADMIN}/posts/${id}/hide`, body)
    assertError(await hide({}), 400, 'VALIDATION_ERROR', { reason: 'REQUIRED' })
    assertError(await hide({ reason: '' }), 400, 'VALIDATION_ERROR', { reason: 'TOO_SHORT' })
    assertError(await hide({ reason: 'x'.repeat(501) }), 400, 'VALIDATION_ERROR', { reason: 'TOO_LONG' })
  })
})
