import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { issueToken } from '../../../src/identity/tokens/issue-token.ts'
import { refreshRankings } from '../../../src/reading/public/refresh-rankings.ts'
import { Client } from '../../support/client.ts'
import { plain } from '../../support/posts/images.ts'
import { eventNames } from '../../support/posts/posts.ts'
import { PUBLIC, publish, READER } from '../../support/posts/public.ts'
import { upload } from '../../support/posts/upload.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

const [OLD, NEW] = ['http://old.example', 'https://new.example']

let database: TestDatabase
let server: TestServer
let author: Person
let bearer: Client
let image: { url: string; path: string }
let post: { id: string; slug: string }
let content: string
/** The site moves from one address to another. */
before(async () => {
  database = await createTestDatabase()
  await (await startTestServer({ database, env: { PUBLIC_URL: 'http://localhost:3000' } })).close()
  const earlier = await startTestServer({ database, env: { PUBLIC_URL: OLD } })
  author = await earlier.person({ username: 'author' })
  image = (await upload(author.bearer, await plain('png', 30, 20))).body
  content = `![Ours](${image.url}) and ![theirs](http://other.example/media/${image.path})\n\n\`${image.url}\``
  post = await publish(author.bearer, { content, thumbnail_url: image.url, cover_image_url: image.url, tags: ['t'] })
  await author.session.patch('/api/v1/me', { avatar_url: image.url })
  await author.bearer.post(`${READER}/posts/${post.id}/comments`, { content: 'A comment.' })
  await author.bearer.put(`${READER}/posts/${post.id}/save`)
  // The page is stored with the earlier address.
  await earlier.anyone.get(`${PUBLIC}/posts/${post.id}/html`)
  await earlier.close()

  server = await startTestServer({ database, env: { PUBLIC_URL: NEW, TRUST_PROXY: 'true' } })
  await refreshRankings(server.context)
  const { token } = await issueToken(server.context, author.account.id, { name: 'now' })
  bearer = new Client(server.url, { token })
})
after(async () => {
  await server.close()
  await database.drop()
})

describe('after a change of PUBLIC_URL', () => {
  it('image.url of the upload begins with the earlier address', () => {
    assert.equal(image.url, `${OLD}/media/${image.path}`)
  })

  it('every public answer shows the current address of our images', async () => {
    for (const path of [
      '/posts',
      '/posts?tag=t',
      '/posts?author=author',
      `/posts/${post.slug}`,
      `/posts/${post.id}/comments`,
      '/ranking?type=saved',
      '/users/author',
    ]) {
      const { body } = await server.anyone.get(PUBLIC + path)
      const { content: _content, ...rest } = body
      const text = JSON.stringify(rest)
      assert.ok(text.includes(`${NEW}/media/${image.path}`), path)
      // An excerpt is text, which may name an address.
      assert.ok(!text.includes(`"${OLD}`), path)
    }
  })

  it('every response to its author does, too', async () => {
    for (const path of ['/me', `/posts/${post.id}`, '/uploads', `/reader/posts/${post.id}/comments`]) {
      const { content: _content, ...rest } = (await bearer.get(`/api/v1${path}`)).body
      const text = JSON.stringify(rest)
      assert.ok(text.includes(`${NEW}/media/${image.path}`), path)
      // An excerpt is text, which may name an address.
      assert.ok(!text.includes(`"${OLD}`), path)
    }
  })

  it('content is answered as it was written', async () => {
    assert.equal((await bearer.get(`/api/v1/posts/${post.id}`)).body.content, content)
    assert.equal((await server.anyone.get(`${PUBLIC}/posts/${post.id}`)).body.content, content)
  })

  it('rendered pages, feeds and previews show our images with the current address, and no others', async () => {
    const rendered = (await server.anyone.get(`${PUBLIC}/posts/${post.id}/html`)).body.html
    const preview = (await bearer.post('/api/v1/preview', { content })).body.html
    for (const html of [rendered, preview]) {
      assert.ok(html.includes(`src="${NEW}/media/${image.path}"`), html)
      assert.ok(html.includes(`src="http://other.example/media/${image.path}"`), html)
      assert.ok(html.includes(`<code>${image.url}</code>`), html)
    }
    for (const path of [`/@author/${post.slug}`, '/feed.xml', '/', '/@author']) {
      const page = String((await server.anyone.get(path)).body)
      assert.ok(page.includes(`${NEW}/media/${image.path}`), path)
      assert.ok(!page.includes(`src="${OLD}`) && !page.includes(`src=&#34;${OLD}`), path)
    }
  })

  it('a post that is read and sent back does not change', async () => {
    const before = await eventNames(server, post.id)
    const { body } = await bearer.get(`/api/v1/posts/${post.id}`)
    const response = await bearer.patch(`/api/v1/posts/${post.id}`, body)
    assert.equal(response.status, 200)
    assert.equal(response.body.updated_at, body.updated_at)
    assert.deepEqual(await eventNames(server, post.id), before)
  })

  it('pages and images under the earlier host redirect to the current one', async () => {
    const under = (path: string, host: string, method = 'GET') =>
      server.anyone.send(method, path, { headers: { 'x-forwarded-host': host } })
    for (const path of [`/@author/${post.slug}?page=2`, '/', '/feed.xml', `/media/${image.path}`]) {
      for (const method of ['GET', 'HEAD']) {
        const response = await under(path, 'OLD.example', method)
        assert.deepEqual([response.status, response.headers.get('location')], [308, NEW + path])
      }
    }
    assert.equal((await under('/', 'new.example')).status, 200)
    assert.equal((await under('/', 'other.example')).status, 200)
    // A proxy that does not pass the reader's host sends its own name for this server.
    assert.equal((await under('/', 'localhost:3000')).status, 200)
    assert.equal((await under(`${PUBLIC}/posts`, 'old.example')).status, 200)
    assert.equal((await under('/healthz', 'old.example')).status, 200)
    assert.notEqual((await under('/login', 'old.example', 'POST')).status, 308)
  })

  it('a new image has the current address', async () => {
    const { body } = await upload(bearer, await plain('png', 31, 20))
    assert.equal(body.url, `${NEW}/media/${body.path}`)
  })
})
