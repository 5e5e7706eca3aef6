import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertError, Client } from '../../support/client.ts'
import { createPost } from '../../support/posts/posts.ts'
import { publish } from '../../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let author: Person
before(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: 'http://galley.example' } })
  author = await server.person()
})
after(() => server.close())

const save = (person: Person, path: string, post_id: string) =>
  person.bearer.put('/api/v1/redirects', { path, post_id })
const find = (path: string) => server.anyone.get(`/api/v1/public/redirects?path=${encodeURIComponent(path)}`)
const postOf = (person: Person, fields = {}) => publish(person.bearer, { title: 'Rain', ...fields })

describe('a redirect', () => {
  it('is created, changed, listed, found and deleted', async () => {
    const [first, second] = [await postOf(author), await postOf(author)]
    const created = await save(author, '/2015/%E9%9B%A8/', first.id)
    assert.equal(created.status, 201)
    assert.deepEqual([created.body.path, created.body.url], ['/2015/雨', first.url])
    assert.deepEqual((await find('/2015/雨')).body, { url: first.url })
    const changed = await save(author, '/2015/雨', second.id)
    assert.deepEqual([changed.status, changed.body.id], [200, created.body.id])
    assert.deepEqual((await find('/2015/%E9%9B%A8/')).body, { url: second.url })
    const { body } = await author.bearer.get(`/api/v1/redirects?post_id=${second.id}`)
    assert.deepEqual(body, { redirects: [changed.body], total: 1 })
    const back = await author.bearer.put('/api/v1/redirects', { ...changed.body, post_id: first.id })
    assert.equal(back.body.url, first.url, 'it can be sent back as it was read, with a change')
    assert.deepEqual((await author.session.delete(`/api/v1/redirects/${created.body.id}`)).body, { deleted: true })
    assertError(await find('/2015/雨'), 404, 'NOT_FOUND')
    assertError(await author.session.delete(`/api/v1/redirects/${created.body.id}`), 404, 'NOT_FOUND')
  })

  it('leads only to the author’s own posts, from paths that neither others nor the site use', async () => {
    const other = await server.person()
    const post = await postOf(author)
    assertError(await save(other, '/a', post.id), 404, 'NOT_FOUND')
    assertError(await save(author, '/a', 'no-id'), 404, 'NOT_FOUND')
    assert.equal((await save(author, '/mine', post.id)).status, 201)
    assertError(await save(other, '/mine', (await postOf(other)).id), 400, 'VALIDATION_ERROR', {
      path: 'INVALID_VALUE',
    })
    const { body } = await author.bearer.get('/api/v1/redirects')
    assertError(await other.bearer.delete(`/api/v1/redirects/${body.redirects[0].id}`), 404, 'NOT_FOUND')
    assert.equal((await other.bearer.get('/api/v1/redirects')).body.total, 0)
    const wrong = [
      '/@alice',
      '/api/v1/posts',
      '/studio/x',
      '//evil.example',
      '/\\evil.example',
      '/a/../b',
      '/%zz',
      '/a%00',
      '/x//y',
    ]
    for (const path of wrong) {
      assertError(await save(author, path, post.id), 400, 'VALIDATION_ERROR', { path: 'INVALID_VALUE' })
    }
  })

  it('is found by words in its path or in the title of its post', async () => {
    const writer = await server.person()
    const [rain, snow] = [await postOf(writer, { title: 'A day of Rain' }), await postOf(writer, { title: 'Snow' })]
    await save(writer, '/2019/one', rain.id)
    await save(writer, '/2019/100%25', snow.id)
    const paths = async (q: string) => {
      const { body } = await writer.bearer.get(`/api/v1/redirects?q=${encodeURIComponent(q)}`)
      return body.redirects.map(({ path, post_title }: Record<string, string>) => `${path} ${post_title}`)
    }
    assert.deepEqual(await paths('rain'), ['/2019/one A day of Rain'])
    assert.deepEqual(await paths('2019'), ['/2019/100% Snow', '/2019/one A day of Rain'])
    assert.deepEqual(await paths('100%'), ['/2019/100% Snow'])
    assert.deepEqual(await paths('hail'), [])
  })

  it('is never accepted below a path that the site uses', async () => {
    const post = await postOf(author)
    const used = [
      '/ranking',
      '/report',
      '/Notifications/x',
      '/purchases',
      '/feed.xml',
      '/metrics',
      '/.well-known/x',
      '/mcp',
    ]
    for (const path of used) {
      assertError(await save(author, path, post.id), 400, 'VALIDATION_ERROR', { path: 'INVALID_VALUE' })
    }
    assert.equal((await save(author, '/rankings', post.id)).status, 201)
  })

  it('that readers see is set and deleted only by a token with posts:publish', async () => {
    const writer = await server.person()
    const post = await postOf(writer)
    const draft = await createPost(writer.bearer, { title: 'Draft' })
    const withScopes = async (...scopes: string[]) => {
      const { body } = await writer.session.post('/api/v1/tokens', { name: scopes.join(), scopes })
      return new Client(server.url, { token: body.token })
    }
    const [importer, publisher] = [await withScopes('import'), await withScopes('posts:publish')]
    const put = (client: Client, path: string, post_id: string) => client.put('/api/v1/redirects', { path, post_id })
    assertError(await put(importer, '/tok/a', post.id), 403, 'SCOPE_REQUIRED')
    const { status, body } = await put(publisher, '/tok/a', post.id)
    assert.equal(status, 201)
    assertError(await put(importer, '/tok/a', draft.id), 403, 'SCOPE_REQUIRED')
    assertError(await importer.delete(`/api/v1/redirects/${body.id}`), 403, 'SCOPE_REQUIRED')
    const hidden = await put(importer, '/tok/b', draft.id)
    assert.equal(hidden.status, 201)
    assert.equal((await importer.delete(`/api/v1/redirects/${hidden.body.id}`)).status, 200)
    assert.equal((await publisher.delete(`/api/v1/redirects/${body.id}`)).status, 200)
  })

  it('shows nothing of a post that not everybody can read', async () => {
    const reader = await server.person()
    const post = await postOf(reader)
    await save(reader, '/private', post.id)
    assert.equal((await find('/private')).status, 200)
    await reader.bearer.patch(`/api/v1/posts/${post.id}`, { status: 'draft' })
    assert.equal((await find('/private')).status, 404)
    await reader.bearer.patch(`/api/v1/posts/${post.id}`, { status: 'published' })
    assert.equal((await find('/private')).status, 200)
    await server.context.db
      .updateTable('users')
      .set({ suspended_at: new Date() })
      .where('id', '=', reader.account.id)
      .execute()
    assert.equal((await find('/private')).status, 404)
    await server.context.db
      .updateTable('users')
      .set({ suspended_at: null })
      .where('id', '=', reader.account.id)
      .execute()
    await reader.bearer.delete(`/api/v1/posts/${post.id}`)
    assert.equal((await find('/private')).status, 404)
    assert.equal((await reader.bearer.get('/api/v1/redirects')).body.total, 0)
  })

  it('responds with 301 on the site, only where there is no page, and never to another site', async () => {
    const post = await postOf(author)
    await save(author, '/2016/snow.html', post.id)
    const go = async (path: string, method = 'GET') => {
      const response = await fetch(server.url + path, { method, redirect: 'manual' })
      await response.text()
      return [response.status, response.headers.get('location')]
    }
    const target = new URL(post.url).pathname
    assert.deepEqual(await go('/2016/snow.html'), [301, target])
    assert.deepEqual(await go('/2016/snow.html/?utm=1'), [301, target])
    assert.deepEqual(await go('/2016/snow.html', 'HEAD'), [301, target])
    assert.deepEqual(await go('/ranking'), [301, '/ranking/trending'])
    assert.deepEqual((await go('/2016/other'))[0], 404)
    assert.deepEqual((await go('/2016/snow.html', 'POST'))[0], 404)
  })
})
