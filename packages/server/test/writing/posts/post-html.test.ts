import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createHandlers } from '../../../src/job-handlers.ts'
import { newId } from '../../../src/platform/core/ids.ts'
import { createLogger } from '../../../src/platform/core/logger.ts'
import { MarkdownRenderer } from '../../../src/platform/rendering/markdown-renderer.ts'
import { putPage } from '../../../src/platform/rendering/stored-article-pages.ts'
import { publishIfDue } from '../../../src/writing/posts/publish-due-posts.ts'
import { assertError } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { changePost, createPost, later, POSTS } from '../../support/posts/posts.ts'
import { ownSalon, PUBLIC, publish, setSuspended } from '../../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person({ plan: 'pro_plus' })
  // Waits longer for the renderer than a save does by default, so that slow machines do not fail the tests.
  await server.context.renderer.render('```js\nlet a\n```', { owner: '' })
})
after(() => server.close())

const PAYWALL = '<!-- paywall -->'
const read = (idOrSlug: string, headers = {}) => server.anyone.get(`${PUBLIC}/posts/${idOrSlug}/html`, { headers })

async function htmlOf(id: string): Promise<string | null> {
  const { status, body } = await read(id)
  assert.equal(status, 200, JSON.stringify(body))
  return body.html
}

/** The stored page of a post and its row version: an unchanged row has the same ctid. */
async function stored(id: string): Promise<{ html: string; place: string } | undefined> {
  const { rows } = await sql<{ html: string; place: string }>`
    select html, ctid::text as place from post_pages where post_id = ${id}`.execute(server.context.db)
  return rows[0]
}

/** Pages are rendered after the response to the author. */
const storedSoon = (id: string) =>
  eventually(async () => {
    const page = await stored(id)
    assert.ok(page)
    return page
  })

/** Fails the test if anything is rendered during `work`. */
async function withoutRendering<T>(work: () => Promise<T>): Promise<T> {
  const { renderer } = server.context
  let count = 0
  const render = (...args: Parameters<typeof renderer.render>) => {
    count++
    return renderer.render(...args)
  }
  Object.assign(server.context, { renderer: Object.assign(Object.create(renderer), { render }) })
  const result = await work().finally(() => Object.assign(server.context, { renderer }))
  assert.equal(count, 0, 'something was rendered')
  return result
}

describe('GET /api/v1/public/posts/:id/html', () => {
  it('returns the page by id and by slug, with its headings, its time and its language', async () => {
    const { id, slug } = await publish(alice.bearer, {
      content: '## はじめに\n\n**日本語。**です\n\n```js\nlet a\n```',
    })
    for (const name of [id, slug]) {
      const { status, body } = await read(name)
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body), ['html', 'toc', 'reading_minutes', 'language', 'listed'])
      assert.match(
        body.html,
        /^<h2 id="h-はじめに">はじめに<\/h2>\n<p><strong>日本語。<\/strong>です<\/p>\n<div class="code"/,
      )
      assert.deepEqual(body.toc, [{ id: 'h-はじめに', level: 2, text: 'はじめに' }])
      assert.deepEqual([body.reading_minutes, body.language, body.listed], [1, 'ja', true])
    }
  })

  it('counts no view, returns whether the post is listed, and is 304 for an unchanged page', async () => {
    const { id } = await publish(alice.bearer, { content: '*a*', visibility: 'unlisted' })
    const first = await read(id)
    assert.equal(first.body.listed, false)
    const again = await read(id, { 'if-none-match': first.headers.get('etag') ?? '' })
    assert.deepEqual([again.status, again.body], [304, ''])
    await server.context.views.flush()
    assert.equal((await server.anyone.get(`${PUBLIC}/posts/${id}`)).body.view_count, 0)
  })

  it('shows a change at once', async () => {
    const { id } = await publish(alice.bearer, { content: '*one*' })
    assert.equal(await htmlOf(id), '<p><em>one</em></p>\n')
    await changePost(alice.bearer, id, { content: '*two*' })
    assert.equal(await htmlOf(id), '<p><em>two</em></p>\n')
  })

  it('of a paid post ends at the paywall, and is empty without a free part', async () => {
    const paid = { is_paid: true, price_jpy: 300 }
    const { id } = await publish(alice.bearer, { ...paid, content: `## free\n\n*some* ${PAYWALL} ## secret` })
    const { body } = await read(id)
    assert.equal(body.html, '<h2 id="h-free">free</h2>\n<p><em>some</em></p>\n')
    await changePost(alice.bearer, id, { content: '## secret', title: '題名' })
    assert.deepEqual((await read(id)).body, { html: null, toc: [], reading_minutes: 0, language: 'ja', listed: true })
    await changePost(alice.bearer, id, { is_paid: false })
    assert.equal(await htmlOf(id), '<h2 id="h-secret">secret</h2>\n')
  })

  it('is 404 for posts that are not public, and for unknown ones', async () => {
    const salon_id = await ownSalon(server, alice)
    const mallory = await server.person()
    const suspended = await publish(mallory.bearer)
    await setSuspended(server, mallory, true)
    const draft = await createPost(alice.bearer)
    const salon = await publish(alice.bearer, { salon_id, salon_only: true })
    for (const id of [draft.id, draft.slug, salon.id, suspended.id, newId(), 'nothing', '%00', '%ED%A0%80']) {
      assertError(await read(id), 404, 'NOT_FOUND')
    }
  })

  it('is 410 for deleted posts that were public, and for nothing else', async () => {
    const salon_id = await ownSalon(server, alice)
    const mallory = await server.person()
    const gone = await publish(alice.bearer)
    const unpublished = await publish(alice.bearer)
    await changePost(alice.bearer, unpublished.id, { status: 'draft' })
    const draft = await createPost(alice.bearer)
    const salon = await publish(alice.bearer, { salon_id, salon_only: true })
    const suspended = await publish(mallory.bearer)
    assert.equal((await read(gone.id)).status, 200)
    for (const { id } of [gone, unpublished, draft, salon]) await alice.bearer.delete(`${POSTS}/${id}`)
    await mallory.bearer.delete(`${POSTS}/${suspended.id}`)
    await setSuspended(server, mallory, true)
    for (const name of [gone.id, gone.slug, unpublished.id]) assertError(await read(name), 410, 'GONE')
    for (const { id } of [draft, salon, suspended]) assertError(await read(id), 404, 'NOT_FOUND')
    assertError(await server.anyone.get(`${PUBLIC}/posts/${gone.id}`), 404, 'NOT_FOUND')
  })
})

describe('a rendered page', () => {
  it('is made when its post is published or scheduled, so that reading needs no rendering', async () => {
    const published = await publish(alice.bearer, { content: '*a*' })
    const put = await alice.bearer.put(`${POSTS}/by-external-id/page`, {
      title: 't',
      content: '*b*',
      status: 'published',
    })
    const scheduled = await createPost(alice.bearer, { content: '*c*', status: 'scheduled', scheduled_for: later() })
    const draft = await createPost(alice.bearer, { content: '*d*' })
    await changePost(alice.bearer, draft.id, { status: 'published' })
    const { db } = server.context
    await sql`update posts set scheduled_for = now() where id = ${scheduled.id}`.execute(db)
    await publishIfDue(server.context, scheduled.id)
    const posts = [published, put.body, scheduled, draft]
    for (const { id } of posts) await storedSoon(id)
    await withoutRendering(async () => {
      for (const { id } of posts) assert.match((await htmlOf(id)) ?? '', /<em>/)
    })
  })

  it('is not made for drafts, salon-only and archived posts, or in a dry run', async () => {
    const salon_id = await ownSalon(server, alice)
    const known = await publish(alice.bearer, { content: '*a*' })
    await withoutRendering(async () => {
      const draft = await createPost(alice.bearer, { content: '*a*' })
      await changePost(alice.bearer, draft.id, { content: '*b*' })
      await changePost(alice.bearer, draft.id, { content: '*c*', status: 'archived' })
      assert.equal(await stored(draft.id), undefined)
      const changed = await alice.bearer.patch(`${POSTS}/${known.id}?dry_run=true`, { content: '*b*' })
      assert.equal(changed.body.content, '*b*')
      const created = await alice.bearer.post(`${POSTS}?dry_run=true`, {
        title: 't',
        content: '*b*',
        status: 'published',
      })
      assert.equal(created.status, 200)
    })
    assert.match((await storedSoon(known.id)).html, /<em>a<\/em>/)
    const forMembers = await publish(alice.bearer, { content: '*a*', salon_id, salon_only: true })
    await eventually(async () => {
      const { rows } = await sql`select from whole_pages where post_id = ${forMembers.id}`.execute(server.context.db)
      assert.equal(rows.length, 1)
    })
    assert.equal(await stored(forMembers.id), undefined, 'a page for everybody')
  })

  it('is kept while the text is unchanged, whatever else changes', async () => {
    const { id } = await publish(alice.bearer, { content: '*a*' })
    const before = await storedSoon(id)
    await withoutRendering(async () => {
      await changePost(alice.bearer, id, { title: 'another', tags: ['b'], content: '*a*' })
      await changePost(alice.bearer, id, { visibility: 'unlisted' })
    })
    assert.deepEqual(await stored(id), before)
  })

  it('contains nothing of the paid part', async () => {
    const { id } = await publish(alice.bearer, {
      is_paid: true,
      price_jpy: 300,
      content: `*free* ${PAYWALL} zzsecretzz`,
    })
    assert.equal((await storedSoon(id)).html, '<p><em>free</em></p>\n')
    const free = await publish(alice.bearer, { content: '*zzsecretzz*' })
    await changePost(alice.bearer, free.id, { is_paid: true, price_jpy: 300 })
    assert.equal(await htmlOf(free.id), null)
  })

  it('is deleted with its post', async () => {
    const { id } = await publish(alice.bearer, { content: '*a*' })
    const page = await storedSoon(id)
    await alice.bearer.delete(`${POSTS}/${id}`)
    assert.equal(await stored(id), undefined)
    // Also a page whose rendering ended after the deletion.
    const { html } = page
    await putPage(server.context.db, id, '*a*', { html, toc: [], readingMinutes: 1, language: 'en' })
    assert.equal(await stored(id), undefined)
  })

  it('of plain text is not stored, because rendering it is cheap', async () => {
    const { id } = await publish(alice.bearer, { content: 'Plain words.' })
    await withoutRendering(async () => assert.equal(await htmlOf(id), '<p>Plain words.</p>\n'))
    assert.equal(await stored(id), undefined)
  })

  it('that is missing or of an earlier renderer is made once, by the first read', async () => {
    for (const damage of [
      sql`delete from post_pages where post_id = `,
      sql`update post_pages set made_from = '0:' || made_from, html = 'old' where post_id = `,
    ]) {
      const { id } = await publish(alice.bearer, { content: '*a*' })
      await storedSoon(id)
      await sql`${damage}${id}`.execute(server.context.db)
      assert.equal(await htmlOf(id), '<p><em>a</em></p>\n')
      const made = await stored(id)
      assert.equal(made?.html, '<p><em>a</em></p>\n')
      server.context.cache.clear()
      await withoutRendering(async () => assert.match((await htmlOf(id)) ?? '', /<em>/))
      assert.deepEqual(await stored(id), made)
    }
  })

  it('is made once for a request that is retried with its Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'page' }
    const body = { title: 't', content: '*a*', status: 'published' }
    const first = await alice.bearer.post(POSTS, body, { headers })
    const again = await withoutRendering(() => alice.bearer.post(POSTS, body, { headers }))
    assert.deepEqual(again.body, first.body)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
  })
})

describe('a text that cannot be rendered', () => {
  type Limits = ConstructorParameters<typeof MarkdownRenderer>[1]
  async function withLimits(limits: Limits, work: () => Promise<void>): Promise<void> {
    const { renderer } = server.context
    Object.assign(server.context, { renderer: new MarkdownRenderer(await createLogger('silent'), limits) })
    await work().finally(() => Object.assign(server.context, { renderer }))
  }
  /** All attempts fail, as if the processes were ended from outside. */
  const withoutRenderer = (work: () => Promise<void>) => withLimits({ attemptMs: 1 }, work)
  /** A busy machine changes nothing. */
  const withPatience = (work: () => Promise<void>) => withLimits({ readerWaitMs: 14_000 }, work)

  it('is saved nevertheless, and shown as plain paragraphs until it can be', async () => {
    const content = '*a* <b>\n\n<script>'
    let id = ''
    await withoutRenderer(async () => {
      id = (await publish(alice.bearer, { content })).id
      assert.equal(await htmlOf(id), '<p>*a* &lt;b&gt;</p>\n<p>&lt;script&gt;</p>\n')
    })
    assert.equal(await stored(id), undefined)
    server.context.cache.clear()
    assert.match((await htmlOf(id)) ?? '', /<em>a<\/em>/)
    assert.match((await storedSoon(id)).html, /<em>a<\/em>/)
  })

  it('is shown as plain paragraphs without delaying other requests, however long it is', async () => {
    const content = `*a*\n\n${'&<>'.repeat(300_000)}`
    await withoutRenderer(async () => {
      const { id } = await publish(alice.bearer, { content })
      const html = (await htmlOf(id)) ?? ''
      assert.equal(html.replaceAll(/<\/?p>|\s/g, ''), `*a*${'&amp;&lt;&gt;'.repeat(300_000)}`)
    })
  })

  it('because it exceeds a limit is stored as plain paragraphs, and its author is told the limit', async () => {
    const nested = `*a* ${'<b>'.repeat(1000)}`
    const { id } = await publish(alice.bearer, { content: nested })
    assert.match((await storedSoon(id)).html, /^<p>\*a\* &lt;b&gt;/)
    const own = await alice.bearer.get(`${POSTS}/${id}`)
    assert.equal(own.body.exceeded_limit, 'nesting')
    const preview = await alice.bearer.post('/api/v1/preview', { content: nested })
    assert.equal(preview.body.exceeded_limit, 'nesting')
    await withPatience(async () => {
      const large = await changePost(alice.bearer, id, {
        content: `[a]: /${'A'.repeat(2000)}\n\n${'[a]'.repeat(20_000)}`,
      })
      assert.equal(large.exceeded_limit, 'size', 'the response to the change of a long text says it')
    })
    const short = await changePost(alice.bearer, id, { content: '*b*' })
    assert.equal(short.exceeded_limit, null)
    assert.equal((await alice.bearer.get(`${POSTS}/${id}`)).body.exceeded_limit, null)
  })

  it('is told to the author also if only the paid part or a text for members exceeds it', async () => {
    const tooMuch = `${'<b>'.repeat(1000)}x`
    const salon_id = await ownSalon(server, alice)
    for (const fields of [
      { content: `*free*\n\n${PAYWALL}\n\n${tooMuch}`, is_paid: true, price_jpy: 500 },
      { content: tooMuch, salon_id, salon_only: true },
    ]) {
      const { id } = await publish(alice.bearer, fields)
      const limit = async () => (await alice.bearer.get(`${POSTS}/${id}`)).body.exceeded_limit
      await eventually(async () => assert.equal(await limit(), 'nesting'))
      assert.equal((await alice.bearer.patch(`${POSTS}/${id}`, { content: `*x* ${PAYWALL} *y*` })).status, 200)
      assert.equal(await limit(), null)
    }
  })

  it('of time or memory is tried again after a day, because the machine may have been the reason', async () => {
    const { db } = server.context
    const texts = { time: '*slow*', memory: '*large*', nesting: '*deep*' } as const
    for (const [exceeded, content] of Object.entries(texts)) {
      const { id } = await publish(alice.bearer, { content })
      await storedSoon(id)
      const forget = async (age: string) => {
        await sql`
          update post_pages set html = '', exceeded_limit = ${exceeded}, made_at = now() - ${age}::interval
          where post_id = ${id}`.execute(db)
        await createHandlers(server.context)['purge-expired']({})
        return (await stored(id)) === undefined
      }
      assert.equal(await forget('23 hours'), false)
      assert.equal(await forget('25 hours'), exceeded !== 'nesting')
    }
  })
})
