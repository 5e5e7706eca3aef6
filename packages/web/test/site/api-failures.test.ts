import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type CreatedPost, createClient } from '@galley/client'
import { startDatabaseProxy } from '../../../server/test/support/database/database-proxy.ts'
import { publish } from '../../../server/test/support/posts/public.ts'
import { createTestDatabase } from '../../../server/test/support/test-database.ts'
import { startTestServer, type TestServer } from '../../../server/test/support/test-server.ts'
import { createSite, type SiteResponse } from '../../src/site.ts'
import { startWebServer } from '../support/web-server.ts'

let server: TestServer
let post: CreatedPost
let username: string
before(async () => {
  server = await startTestServer()
  const author = await server.person()
  username = author.account.username
  post = await publish(author.session, { title: 'A post', content: 'Its text.' })
})
after(() => server.close())

/** Reads a page whose requests to the API at these paths get this status. */
function read(url: string, fails: RegExp, status: number): Promise<SiteResponse> {
  const site = createSite({
    name: 'Test',
    description: null,
    logo: null,
    language: 'en',
    footer: null,
    publicUrl: new URL(server.url),
    assets: {
      site: { script: '', style: '', preloads: [] },
      studio: { script: '', styles: [], preloads: { en: [], ja: [] } },
    },
    imageOrigins: [],
    signups: 'open',
    sendsMail: false,
    payments: 'off',
    legal: { notice: null, terms: null },
    lacksAdmin: async () => false,
    report: error => assert.fail(String(error)),
  })
  const code = status === 429 ? 'RATE_LIMITED' : 'UNAVAILABLE'
  const failure = JSON.stringify({ error: { code, message: 'A failure of the test.', fields: [] } })
  return site.handle({
    id: 'test',
    method: 'GET',
    url,
    cookie: undefined,
    acceptLanguage: undefined,
    ifNoneMatch: undefined,
    form: new URLSearchParams(),
    callsFor: () => {
      const client = createClient({
        baseUrl: server.url,
        retries: 0,
        fetch: async (address, init) => {
          const { pathname } = new URL(address)
          return fails.test(decodeURIComponent(pathname)) ? new Response(failure, { status }) : fetch(address, init)
        },
      })
      const unexpected = () => Promise.reject(new Error('not a part of this test'))
      // Only of articles that do not exist.
      const article = (name: string) => client.public.post(name).then(unexpected)
      return {
        client,
        pages: { article, frontAside: unexpected, ranking: unexpected, profile: unexpected, readerState: unexpected },
      }
    },
  })
}

describe('a failure of the API', () => {
  it('while a missing article is looked for under other names is no missing page', async () => {
    const elsewhere = `/@somebody/${post.slug}`
    assert.equal((await read(elsewhere, /^never$/, 503)).status, 301)
    assert.equal((await read(elsewhere, new RegExp(`/public/posts/${post.slug}$`), 503)).status, 503)
    const missing = `/@${username}/nothing`
    assert.equal((await read(missing, /^never$/, 503)).status, 404)
    assert.equal((await read(missing, new RegExp(`/public/users/${username}$`), 503)).status, 503)
    assert.equal((await read(missing, /\/public\/redirects$/, 503)).status, 503)
    assert.equal((await read('/nothing', /\/public\/redirects$/, 503)).status, 503)
    assert.equal((await read('/nothing', /\/public\/redirects$/, 429)).status, 429)
    const full = await read('/nothing', /\/public\/redirects$/, 507)
    assert.deepEqual([full.status, /out of disk space/.test(String(full.body))], [507, true])
  })
})

describe('a ranking', () => {
  it('that was never made is a page; one that cannot be read is a failure', async () => {
    const proxy = await startDatabaseProxy(await createTestDatabase())
    const fresh = await startWebServer({ database: proxy.database })
    try {
      const { status, body } = await fresh.anyone.get('/ranking/weekly')
      assert.deepEqual([status, /The ranking is being calculated/.test(body)], [200, true])
      await proxy.cut()
      assert.equal((await fresh.anyone.get('/ranking/monthly')).status, 503)
    } finally {
      await fresh.close()
    }
  })
})

describe('a feed', () => {
  const feed = (fails: RegExp, status: number) => read(`/@${username}/feed.xml`, fails, status)

  it('leaves out a post that is deleted while the feed is made', async () => {
    assert.match(String((await feed(/^never$/, 410)).body), /<title>A post<\/title>/)
    for (const status of [404, 410]) {
      const { status: answered, body } = await feed(/\/html$/, status)
      assert.equal(answered, 200)
      assert.doesNotMatch(String(body), /<title>A post<\/title>/)
    }
  })

  it('has the text of a post, unless it is longer than 500,000 characters', async () => {
    const author = await server.person()
    const long = 'word '.repeat(105_000)
    await publish(author.session, { title: 'Long', content: long })
    await publish(author.session, { title: 'Short', content: 'Its text.' })
    const { body } = await read(`/@${author.account.username}/feed.xml`, /^never$/, 500)
    assert.match(String(body), /<title>Long<\/title>/)
    assert.match(String(body), /Its text\./)
    assert.ok(String(body).length < 100_000)
  })
})
