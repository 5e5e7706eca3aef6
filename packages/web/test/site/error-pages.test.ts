import assert from 'node:assert/strict'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Client } from '../../../server/test/support/client.ts'
import { publish } from '../../../server/test/support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../../server/test/support/test-server.ts'
import { sendForm } from '../support/form.ts'
import { has, hasNot, japanese, readPage, startPages } from '../support/pages.ts'
import { startWebServer } from '../support/web-server.ts'

let server: TestServer
let alice: Person
let bob: Person
before(async () => {
  ;({ server, alice, bob } = await startPages())
})
after(() => server.close())

const read = (path: string, client: Client = server.anyone, headers: Record<string, string> = {}) =>
  readPage(client, path, headers)

describe('a missing page', () => {
  it('has links to other pages, in the reader’s language', async () => {
    const cutOff = ['/%E0%A4%A', '/@alice/%E6%97?x=%', '/tags/%zz']
    const missing = ['/nothing', '/@nobody_here', '/@alice/nothing', '/categories/none', '/a/b/c', '/.env', ...cutOff]
    for (const path of missing) {
      const { status, headers, body } = await server.anyone.get(path, { headers: japanese })
      assert.equal(status, 404, path)
      assert.equal(headers.get('cache-control'), 'no-store')
      has(String(body), /ページが見つかりません[\s\S]*href="\/">トップページへ/)
      has(String(body), /noindex/)
    }
    has(String((await server.anyone.get('/@alice/nothing')).body), /href="\/@alice">More by Alice &lt;b&gt;/)
  })

  it('is 410 for a deleted post, and 404 for one that was never public', async () => {
    const { id, slug } = await publish(alice.session, { title: 'Withdrawn' })
    await alice.session.delete(`/api/v1/posts/${id}`)
    const gone = await server.anyone.get(`/@alice/${slug}`)
    assert.equal(gone.status, 410)
    has(String(gone.body), /no longer available/)
    const draft = await alice.session.post('/api/v1/posts', { title: 'Draft', content: 'x' })
    assert.equal((await alice.session.get(`/@alice/${draft.body.slug}`)).status, 404)
  })

  it('is a JSON error under the paths of the API', async () => {
    for (const path of [
      '/api/v1/nothing',
      '/api',
      '/media/x',
      '/assets/x.js',
      '/docs/x',
      '/api/v1/%zz',
      '/media/%E6%97',
    ]) {
      const { status, headers } = await server.anyone.get(path)
      assert.equal(status, 404, path)
      assert.match(headers.get('content-type') ?? '', /^application\/json/, path)
    }
  })

  it('is distinct from a wrong method: 405 names the allowed methods', async () => {
    const { status, headers } = await server.anyone.send('PUT', '/')
    assert.equal(status, 405)
    assert.equal(headers.get('allow'), 'GET, HEAD')
    assert.equal((await sendForm(server.anyone, '/nothing', {})).status, 404)
  })
})

describe('an error page', () => {
  it('is shown for a form from another site, and nothing is changed', async () => {
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    for (const path of ['/@alice/follow', '/preferences']) {
      const { status, headers, body } = await sendForm(bob.session, path, { on: 'true', lang: 'ja' }, foreign)
      assert.equal(status, 403, path)
      assert.deepEqual(headers.getSetCookie(), [])
      has(String(body), /not allowed/)
    }
    has(await read('/@alice', bob.session), /aria-pressed="false"/)
  })

  it('is shown for a request that is refused before it is read', async () => {
    const tooLong = await sendForm(bob.session, '/login', { login: 'x'.repeat(70_000) })
    assert.equal(tooLong.status, 413)
    has(String(tooLong.body), /<h1>That is too long<\/h1>/)
    for (const type of ['application/json', 'text/csv']) {
      const { status, body } = await bob.session.send('POST', '/login', { raw: '{', headers: { 'content-type': type } })
      assert.equal(status, 400, type)
      has(String(body), /<h1>That did not work<\/h1>/)
    }
  })

  it('is shown for an internal error, with the request id and without the cause', async () => {
    const broken = await startTestServer()
    try {
      const { session } = await broken.person()
      await broken.context.db.schema.dropTable('listings').cascade().execute()
      const { status, headers, body } = await session.get('/', { headers: { 'x-request-id': 'quote-me' } })
      assert.equal(status, 500)
      assert.equal(headers.get('cache-control'), 'no-store')
      has(String(body), /quote quote-me/)
      hasNot(String(body), /listings|relation|\.ts\b/)
    } finally {
      await broken.close()
    }
  })

  it('says why nothing can be saved, and a comment is kept in its form', async () => {
    const { session } = await server.person({ plan: 'free' })
    const { id, slug } = await publish(alice.session, { title: 'Discussed' })
    const path = `/@alice/${slug}`
    const { database } = server
    for (const [env, status, reason] of [
      [{ DISK_RESERVE: '1000TiB' }, 507, /The server is out of disk space/],
      [{ QUOTA_FREE: '1' }, 400, /The storage of your account is full/],
    ] as const) {
      const full = await startTestServer({ database, env })
      const reader = new Client(full.url, { cookie: session.cookie ?? '' })
      try {
        const comment = await sendForm(reader, `${path}/comments`, { post: id, content: 'Not lost.' })
        assert.equal(comment.status, status)
        has(String(comment.body), reason)
        has(String(comment.body), />Not lost\.<\/textarea>/)
        const like = await sendForm(reader, `${path}/like`, { post: id, on: 'true' })
        assert.equal(like.status, status === 507 ? 507 : 303)
      } finally {
        await full.close()
      }
    }
  })

  it('is shown for too many requests, and each page counts as one request', async () => {
    const limited = await startTestServer({ env: { RATE_LIMIT_REQUESTS: '3' } })
    try {
      for (let i = 0; i < 3; i++) assert.equal((await limited.anyone.get('/')).status, 200)
      const { status, headers, body } = await limited.anyone.get('/')
      assert.equal(status, 429)
      assert.ok(Number(headers.get('retry-after')) > 0)
      has(String(body), /Too many requests/)
      assert.equal((await limited.anyone.get('/api/v1/public/categories')).status, 429)
    } finally {
      await limited.close()
    }
  })
})

describe('the studio', () => {
  it('is one document for every path under /studio, for users who are logged in', async () => {
    for (const path of ['/studio', '/studio/posts/new?x=1']) {
      const html = await read(path, alice.session, japanese)
      has(html, /<html lang="ja" data-theme="auto">/)
      has(html, /<div id="studio"><\/div>/)
      has(html, /<script type="module" src="\/assets\/[\w.-]+\.js">/)
      const { status, headers } = await server.anyone.get(path)
      assert.equal(status, 303)
      assert.equal(headers.get('location'), `/login?next=${encodeURIComponent(path)}`)
    }
  })
})

describe('built files', () => {
  it('are cached for ever under hashed names, and compressed if the browser accepts it', async () => {
    const html = await read('/')
    for (const [, path = ''] of html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)) {
      const { status, headers } = await server.anyone.get(path, { headers: { 'accept-encoding': 'br' } })
      assert.equal(status, 200)
      assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.equal(headers.get('content-encoding'), 'br')
      const plain = await server.anyone.get(path, { headers: { 'accept-encoding': 'identity' } })
      assert.equal(plain.headers.get('content-encoding'), null)
      assert.ok(String(plain.body).length > 0)
    }
    for (const path of ['/assets/manifest.json', '/assets/..%2Fmanifest.json', '/assets/%2e%2e/build.ts']) {
      assert.equal((await server.anyone.get(path)).status, 404, path)
    }
  })

  it('of earlier builds are served to pages that were opened before an upgrade', async () => {
    const folder = join(import.meta.dirname, '../../dist/studio', `earlier-${process.pid}`)
    await mkdir(folder, { recursive: true })
    try {
      await writeFile(join(folder, 'page-before-the-upgrade.js'), 'export {}')
      const upgraded = await startWebServer()
      try {
        const { status, body } = await upgraded.anyone.get('/assets/page-before-the-upgrade.js')
        assert.deepEqual([status, body], [200, 'export {}'])
      } finally {
        await upgraded.close()
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
