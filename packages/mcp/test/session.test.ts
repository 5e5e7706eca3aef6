import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { assertError } from '../../server/test/support/client.ts'
import { createPost, POSTS, readPost } from '../../server/test/support/posts/posts.ts'
import { type Person, startTestServer, type TestServer } from '../../server/test/support/test-server.ts'
import { completeSession } from './support/session.ts'
import { DRAFTS, type Json, overHttp, type Tools, withTools } from './support/tools.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person()
})
after(() => server.close())

const tools = (person: Person, scopes: readonly string[] | null, work: (tools: Tools) => Promise<void>) =>
  withTools(overHttp(server), person, scopes, work)

describe('a session with an assistant', () => {
  it('finds, drafts, adds an image, previews, and publishes only with the right to', () =>
    completeSession(server, alice, overHttp(server)))

  it('lists all posts as resources, page by page', async () => {
    const author = await server.person()
    for (let i = 0; i < 101; i++) await createPost(author.session)
    await tools(author, DRAFTS, async ({ client }) => {
      const { resources } = await client.listResources()
      assert.equal(new Set(resources.map(({ uri }) => uri)).size, 101)
      const last = await client.listResources({ cursor: '100' })
      assert.deepEqual([last.resources.length, last.nextCursor], [1, undefined])
      await assert.rejects(client.listResources({ cursor: '-1' }), /Invalid cursor/)
    })
  })

  it('is told that a malformed id is wrong', async () => {
    await tools(alice, DRAFTS, async ({ call }) => {
      for (const id of ['', '.', '..', '\ud800', 'a/b', 'x'.repeat(100_000)]) {
        const calls = [
          ['read_post', { id }],
          ['change_post', { id, title: 'x' }],
          ['preview_post', { id }],
          ['series', { action: 'order', series_id: id, post_ids: [] }],
        ] as const
        for (const [name, input] of calls) {
          const { isError, text } = await call(name, input)
          assert.equal(isError, true)
          assert.match(text, /Must be an id/, `${name} ${id.slice(0, 10)}`)
          assert.ok(text.length < 500)
        }
      }
    })
  })

  it('is told that an argument does not exist or is missing, and nothing is stored', async () => {
    const author = await server.person()
    const { id } = await createPost(author.session, { content: 'Old.', status: 'published' })
    await tools(author, DRAFTS, async ({ call }) => {
      const calls = [
        ['create_draft', { title: 'Paid', content: 'Dear.', is_paid: true, price_jpy: 500 }, /is_paid.*price_jpy/],
        ['change_post', { id, text: 'New.' }, /text/],
        ['change_post', { id }, /what to change/],
        ['change_post', { id, replace: [{ old: 'Old', new: 'New', all: true }] }, /all/],
        ['find_posts', { tag: 'rain' }, /tag/],
      ] as const
      for (const [name, input, unknown] of calls) {
        const { isError, text } = await call(name, input)
        assert.equal(isError, true, `${name}: ${text}`)
        assert.match(text, unknown)
      }
    })
    const { total } = (await author.session.get(POSTS)).body
    const { revisions } = (await author.session.get(`${POSTS}/${id}/revisions`)).body
    assert.deepEqual([total, revisions.filter((each: Json) => each.is_pending)], [1, []])
  })

  it('gets no faults from check_post for a change that is accepted', async () => {
    const author = await server.person({ plan: 'pro_plus' })
    const { id: series_id } = (await author.session.post('/api/v1/series', { title: 'Rain' })).body
    const place = { post_type: 'series_entry', series_id, series_position: 1 }
    const entry = await createPost(author.session, place)
    const paid = await createPost(author.session, { is_paid: true, price_jpy: 300, status: 'published' })
    const { db } = server.context
    await db.updateTable('users').set({ plan: 'premium' }).where('id', '=', author.account.id).execute()
    await tools(author, DRAFTS, async ({ call }) => {
      for (const change of [
        { id: entry.id, post_type: 'article' },
        { id: paid.id, title: 'After the plan was lowered' },
      ]) {
        const check = await call('check_post', change)
        assert.deepEqual(check.json, { ok: true, faults: [], exceeded_limit: null }, check.text)
        assert.equal((await call('change_post', change)).isError, false)
      }
      const wrong = await call('check_post', { id: entry.id, series_id })
      assert.match(wrong.text, /series_id: Only a post of type series_entry/)
    })
  })

  it('is told that readers would see a text without formatting, before and after a change', async () => {
    const draft = await createPost(alice.session)
    const shown = await createPost(alice.session, { status: 'published' })
    // Its page would be hundreds of times as large.
    const content = `[a]: /${'A'.repeat(2000)}\n\n${'[a]'.repeat(20_000)}`
    await tools(alice, DRAFTS, async ({ call }) => {
      for (const { id } of [draft, shown]) {
        assert.equal((await call('check_post', { id, content })).json.exceeded_limit, 'size')
        assert.equal((await call('change_post', { id, content })).json.exceeded_limit, 'size')
        assert.equal((await call('change_post', { id, content: 'Short.' })).json.exceeded_limit, null)
      }
    })
  })

  it('removes a field that is sent empty', async () => {
    const { id } = await createPost(alice.session, { subtitle: 'Once', category: 'essay' })
    await tools(alice, DRAFTS, async ({ call }) => {
      const changed = await call('change_post', { id, subtitle: '', category: '' })
      assert.equal(changed.isError, false, changed.text)
    })
    const { subtitle, category, title } = await readPost(alice.session, id)
    assert.deepEqual([subtitle, category, title], [null, null, 'A title'])
  })

  it('keeps changes of a public post from readers until they are published, in the version that was previewed', async () => {
    const { id, slug } = await createPost(alice.session, { content: 'Public.', status: 'published' })
    const shown = async () => (await server.anyone.get(`/api/v1/public/posts/${slug}`)).body.content
    let digest = ''
    await tools(alice, DRAFTS, async ({ call }) => {
      const changed = await call('change_post', { id, content: 'Better.' })
      assert.equal(changed.json?.pending, true, changed.text)
      digest = (await call('preview_post', { id })).json.digest
    })
    assert.equal(await shown(), 'Public.')
    await tools(alice, null, async ({ call }) => {
      await call('change_post', { id, content: 'Something else.' })
      const late = await call('set_publication', { id, digest, action: 'publish' })
      assert.match(late.text, /not the version/)
      assert.equal(await shown(), 'Public.')
      const again = (await call('preview_post', { id })).json.digest
      const published = await call('set_publication', { id, digest: again, action: 'publish' })
      assert.equal(published.isError, false, published.text)
    })
    assert.equal(await shown(), 'Something else.')
  })

  it('cannot overwrite pending changes that it has not read', async () => {
    const { id } = await createPost(alice.session, { content: 'Public.', status: 'published' })
    await tools(alice, DRAFTS, async ({ call }) => {
      const { etag } = (await call('read_post', { id })).json
      await alice.session.put(`${POSTS}/${id}/pending-revision`, { content: 'Of the author.' })
      const late = await call('change_post', { id, etag, content: 'Of the assistant.' })
      assert.match(late.text, /PRECONDITION_FAILED/)
      assert.equal((await call('read_post', { id })).json.content, 'Of the author.')
    })
  })
})

describe('a post that an admin has hidden', () => {
  it('is described as hidden, not as a post that readers see', async () => {
    const admin = await server.person({ role: 'admin' })
    const { id } = await createPost(alice.session, { status: 'published' })
    await admin.session.post(`/api/v1/admin/posts/${id}/hide`, { reason: 'Spam.' })
    await tools(alice, null, async ({ call }) => {
      const note = 'An admin has hidden this post: readers do not see it, and preview links do not show it.'
      assert.equal((await call('read_post', { id })).json.note, note)
      const preview = (await call('preview_post', { id })).json
      assert.equal(preview.note, note)
      const published = await call('set_publication', { id, digest: preview.digest, action: 'publish' })
      assert.equal(published.json.note, note)
    })
  })
})

describe('scheduling', () => {
  it('changes nothing if it is refused, and includes pending changes', async () => {
    const { id, slug } = await createPost(alice.session, { content: 'Public.', status: 'published' })
    const at = new Date(Date.now() + 3_600_000).toISOString()
    const shown = async () => (await server.anyone.get(`/api/v1/public/posts/${slug}`)).body.content
    await tools(alice, null, async ({ call }) => {
      await call('change_post', { id, content: 'Better.' })
      const { digest } = (await call('preview_post', { id })).json
      assert.match((await call('set_publication', { id, digest, action: 'schedule' })).text, /Send `at`/)
      assert.match((await call('set_publication', { id, digest, action: 'schedule', at })).text, /public already/)
      assert.equal(await shown(), 'Public.')
      await call('set_publication', { id, digest, action: 'unpublish' })
      const preview = (await call('preview_post', { id })).json
      assert.match((await server.anyone.get(`/preview${new URL(preview.url).search}`)).body, /Better\./)
      const scheduled = await call('set_publication', { id, digest: preview.digest, action: 'schedule', at })
      assert.equal(scheduled.json?.status, 'scheduled', scheduled.text)
    })
    assert.equal((await readPost(alice.session, id)).content, 'Better.')
  })

  it('is refused with another action than `schedule`, instead of publishing at once', async () => {
    const { id } = await createPost(alice.session)
    await tools(alice, null, async ({ call }) => {
      const { digest } = (await call('preview_post', { id })).json
      const at = '2030-01-01T09:00:00+09:00'
      const answer = await call('set_publication', { id, digest, action: 'publish', at })
      assert.match(answer.text, /`at` is for the action schedule/)
      const inWords = await call('set_publication', { id, digest, action: 'schedule', at: 'tomorrow at 9' })
      assert.match(inWords.text, /such as 2030-01-01T09:00:00\+09:00/)
    })
    assert.equal((await readPost(alice.session, id)).status, 'draft')
  })
})

describe('the protocol', () => {
  for (const mode of ['legacy', { pin: '2026-07-28' }] as const) {
    it(`promises no messages about changes (${JSON.stringify(mode)})`, async () => {
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
      await client.connect(overHttp(server)(alice.token))
      assert.deepEqual(client.getServerCapabilities(), {
        tools: { listChanged: false },
        resources: { listChanged: false },
      })
      const { tools } = await client.listTools()
      assert.ok(tools.some(({ name }) => name === 'find_posts'))
      if (mode !== 'legacy') {
        const { honoredFilter, closed } = await client.listen({ toolsListChanged: true, resourcesListChanged: true })
        assert.deepEqual(honoredFilter, {})
        assert.equal(await closed, 'graceful')
      }
      await client.close()
    })
  }

  it('says which post is missing, and which tool', async () => {
    const bobs = await createPost((await server.person()).session)
    await tools(alice, DRAFTS, async ({ client, call }) => {
      for (const id of [bobs.id, 'unknown']) {
        const uri = `galley://posts/${id}`
        await assert.rejects(client.readResource({ uri }), { code: -32602, data: { uri } })
      }
      await assert.rejects(call('unknown'), { code: -32602, message: /unknown/ })
    })
  })
})

describe('the list of calls', () => {
  it('has client, tool, post and result of each call, for the author alone', async () => {
    const carol = await server.person()
    const bobs = await createPost((await server.person()).session, { title: 'A secret' })
    let id = ''
    await tools(carol, DRAFTS, async ({ call }) => {
      id = (await call('create_draft', { title: 'Mine', content: 'x' })).json.id
      await call('read_post', { id: bobs.id })
      await call('find_posts')
    })
    const { calls, total } = (await carol.session.get('/api/v1/agent-calls')).body
    assert.equal(total, 3)
    assert.match(calls[0].client, /^Assistant /)
    assert.deepEqual(
      calls.map((each: Json) => [each.tool, each.post_id, each.post_title, each.is_error]),
      [
        ['find_posts', null, null, false],
        ['read_post', null, null, true],
        ['create_draft', id, 'Mine', false],
      ],
    )
    assert.equal(
      (await alice.session.get('/api/v1/agent-calls')).body.calls.some((each: Json) => each.post_id === id),
      false,
    )
    assertError(await carol.bearer.get('/api/v1/agent-calls'), 403, 'SESSION_REQUIRED')
    assertError(await server.anyone.get('/api/v1/agent-calls'), 401, 'UNAUTHORIZED')
  })
})
