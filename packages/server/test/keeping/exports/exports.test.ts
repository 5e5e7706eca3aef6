import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type ExportedRevision, eachPost, eachRevision } from '../../../src/keeping/exports/export-store.ts'
import { assertError } from '../../support/client.ts'
import { exportedFiles } from '../../support/posts/exported-files.ts'
import { plain } from '../../support/posts/images.ts'
import { publish } from '../../support/posts/public.ts'
import { createSeries, entryOf } from '../../support/posts/series.ts'
import { upload } from '../../support/posts/upload.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

const ask = (person: Person) =>
  fetch(`${server.url}/api/v1/me/export`, { headers: { cookie: person.session.cookie ?? '' } })

describe('GET /api/v1/me/export', () => {
  it('has posts, images, comments, statistics and the account, and no secrets', async () => {
    const [author, reader] = [await server.person(), await server.person()]
    const image = await plain('png')
    const { url } = (await upload(author.session, image, 'rain.png')).body
    const series = await createSeries(author.bearer, { title: 'Weather' })
    const post = await publish(author.bearer, { title: 'Rain', content: `![r](${url})`, ...entryOf(series, 1) })
    await reader.bearer.post(`/api/v1/reader/posts/${post.id}/comments`, { content: 'Well said' })
    await reader.bearer.put(`/api/v1/reader/posts/${post.id}/like`)
    await author.bearer.post('/api/v1/webhooks', { url: 'https://hooks.example/x', event_types: ['post.created'] })
    const { id } = author.account
    for (const statement of [
      sql`update users set language = 'ja' where id = ${id}`,
      sql`insert into mail_settings (user_id, kind, wanted) values (${id}, 'follow', false)`,
      sql`insert into muted_notifications (user_id, kind) values (${id}, 'webhook')`,
      sql`insert into known_devices (user_id, device_hash) values (${id}, 'x')`,
    ]) {
      await statement.execute(server.context.db)
    }
    const files = await exportedFiles(server, author)
    const name = url.split('/').at(-1)
    assert.deepEqual(
      Object.keys(files).filter(path => !path.startsWith('posts/')),
      [
        'account.json',
        'comments.json',
        'galley.yaml',
        `images/${name}`,
        'index.html',
        'posts.json',
        'revisions.json',
        'statistics.json',
      ],
    )
    assert.match(
      files[`posts/${post.slug}.md`] ?? '',
      /^---\ntitle: Rain\nstatus: published\n[\s\S]*\nseries: Weather\n[\s\S]*!\[r\]\(\.\.\/images\//,
    )
    assert.doesNotMatch(files[`posts/${post.slug}.md`] ?? '', /series_id/)
    assert.equal(files[`images/${name}`]?.length, image.length)
    assert.match(files['index.html'] ?? '', new RegExp(`<a href="posts/${post.slug}.md">Rain</a>`))
    const comments = JSON.parse(files['comments.json'] ?? '')
    assert.deepEqual([comments.on_your_posts[0].content, comments.by_you], ['Well said', []])
    const { account, webhooks, series: kept, ...rest } = JSON.parse(files['account.json'] ?? '')
    assert.deepEqual([account.language, account.email_verified_at], ['ja', null])
    assert.deepEqual(
      rest.mail_settings.map(({ kind, wanted }: Record<string, unknown>) => [kind, wanted]),
      [['follow', false]],
    )
    assert.deepEqual(rest.muted_notifications, [{ kind: 'webhook' }])
    const { username } = reader.account
    assert.deepEqual(
      rest.notifications.map(({ kind, actor }: Record<string, unknown>) => [kind, actor]),
      [['comment', username]],
    )
    assert.ok(rest.known_devices.every((device: object) => Object.keys(device).join() === 'last_used_at'))
    assert.ok(rest.known_devices.length > 0)
    assert.deepEqual([account.email, webhooks[0].url], [author.account.email, 'https://hooks.example/x'])
    assert.deepEqual(
      kept.map(({ title }: { title: string }) => title),
      ['Weather'],
    )
    assert.equal(JSON.parse(files['posts.json'] ?? '')[0].like_count, 1)
    const all = Object.values(files).join()
    assert.doesNotMatch(all, /password|token_hash|"secret|argon2/)
    assert.ok(!all.includes(reader.account.email) && !all.includes(author.token))
    const own = await exportedFiles(server, reader)
    assert.equal(own['revisions.json'], '[]\n')
    assert.deepEqual(JSON.parse(own['comments.json'] ?? '').by_you[0].content, 'Well said')
    assert.deepEqual(JSON.parse(own['account.json'] ?? '').likes[0].title, 'Rain')
  })

  it('has the earlier versions of posts, pending changes, and what assistants did', async () => {
    const author = await server.person()
    const { id } = await publish(author.bearer, { title: 'Rain', content: 'It rained.' })
    await author.session.patch(`/api/v1/posts/${id}`, { content: 'It snowed.' })
    await author.session.put(`/api/v1/posts/${id}/pending-revision`, { content: 'It hailed.', subtitle: 'Soon' })
    await author.bearer.post('/api/v1/agent-calls', { tool: 'read_post', post_id: id, is_error: false })
    const files = await exportedFiles(server, author)
    const revisions: Record<string, unknown>[] = JSON.parse(files['revisions.json'] ?? '')
    assert.deepEqual(
      revisions.map(each => [each['post_id'], each['content'], each['is_pending'], each['subtitle']]),
      [
        [id, 'It rained.', false, null],
        [id, 'It snowed.', false, null],
        [id, 'It hailed.', true, 'Soon'],
      ],
    )
    const { assistant_calls: calls } = JSON.parse(files['account.json'] ?? '')
    assert.deepEqual([calls[0].tool, calls[0].post_id], ['read_post', id])
  })

  it('reads the versions of all posts in pages, not post by post', async () => {
    const author = await server.person()
    const posts = [1, 2, 3].map(n => publish(author.bearer, { title: `Post ${n}` }))
    const ids = (await Promise.all(posts)).map(({ id }) => id).sort()
    for (const id of ids) {
      for (let n = 1; n <= 20; n++) {
        await sql`
          insert into post_revisions select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid()))).*
          from post_revisions r where post_id = ${id} limit 1`.execute(server.context.db)
      }
    }
    let queries = 0
    const counted = server.context.db.withPlugin({
      transformQuery: ({ node }) => {
        queries++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const found: ExportedRevision[] = []
    for await (const revision of eachRevision(counted, author.account.id)) found.push(revision)
    // 50, 13, and nothing more.
    assert.equal(queries, 3)
    assert.equal(new Set(found.map(({ id }) => id)).size, 63)
    assert.deepEqual([...new Set(found.map(({ post_id }) => post_id))], ids)
  })

  it('reads few long texts at a time, so that a slow client does not keep many in memory', async () => {
    const author = await server.person()
    const { db } = server.context
    for (let n = 1; n <= 12; n++) await publish(author.bearer, { title: `Long ${n}` })
    const long = sql`repeat('x', 1000000)`
    await sql`update posts set content = ${long} where author_id = ${author.account.id}`.execute(db)
    await sql`
      update post_revisions set content = ${long}
      where post_id in (select id from posts where author_id = ${author.account.id})`.execute(db)
    let most = 0
    const measured = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        most = Math.max(
          most,
          result.rows.map(row => String(row['content'] ?? '').length).reduce((a, b) => a + b, 0),
        )
        return result
      },
    })
    for (const each of [eachPost, eachRevision]) {
      const found = new Set<string>()
      for await (const { id, content } of each(measured, author.account.id)) {
        found.add(id)
        assert.equal(content.length, 1_000_000)
      }
      assert.equal(found.size, 12)
      assert.ok(most <= 5_000_000, `${most} characters in one response`)
    }
  })

  it('is for a session only, and limited', async () => {
    const person = await server.person()
    assertError(await person.bearer.get('/api/v1/me/export'), 403, 'SESSION_REQUIRED')
    assertError(await server.anyone.get('/api/v1/me/export'), 401, 'UNAUTHORIZED')
    for (let n = 0; n < 10; n++) await (await ask(person)).arrayBuffer()
    assertError(await person.session.get('/api/v1/me/export'), 429, 'RATE_LIMITED')
  })
})
