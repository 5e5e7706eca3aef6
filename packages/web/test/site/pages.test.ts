import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client } from '../../../server/test/support/client.ts'
import { publish } from '../../../server/test/support/posts/public.ts'
import { createSeries, entryOf } from '../../../server/test/support/posts/series.ts'
import type { Person, TestServer } from '../../../server/test/support/test-server.ts'
import { dataOf, HOSTILE, has, hasNot, japanese, readPage, startPages } from '../support/pages.ts'
import { unvisitedPages } from '../support/unvisited-pages.ts'

let server: TestServer
let bob: Person
let article: string
let hostile: string
let series: string
before(async () => {
  ;({ server, bob, article, hostile } = await startPages())
  const created = await createSeries(bob.session)
  await publish(bob.session, { title: 'The first part', ...entryOf(created, 1) })
  series = new URL(created.url).pathname
})
after(() => server.close())

const read = (path: string, client: Client = server.anyone, headers: Record<string, string> = {}) =>
  readPage(client, path, headers)

/** Pages that are not for search engines, so they have no canonical address, and pages that need more than this server. */
const OTHERS = {
  'leads to another page': ['/ranking'],
  'is different for each search': ['/search'],
  'is a form without scripts, see without-scripts.test.ts and accounts/': [
    ...['/login', '/signup', '/setup', '/password-reset', '/recovery-code', '/verify-email', '/unsubscribe'],
  ],
  'is for one account': [
    ...['/following', '/saved', '/liked', '/following/authors', '/notifications', '/notifications/settings'],
    ...['/device', '/oauth/authorize', '/report', '/studio', '/studio/*', '/preview'],
    ...['/purchases', '/purchases/:id', '/purchases/:id/text', '/purchases/:id/return'],
    ...['/@:username/:slug/buy', '/checkout/:id'],
  ],
  'needs a text of the operator': ['/legal/notice', '/legal/terms'],
}

describe('every page', () => {
  const pages = () => [
    ...['/', '/ranking/weekly', '/categories', '/categories/design', '/tags/type', '/@alice'],
    article,
    series,
  ]

  it('is read here, or is left out for a stated reason', () => {
    assert.deepEqual(
      unvisitedPages(pages()).sort(),
      Object.values(OTHERS).flat().sort(),
      'add an address of the page to pages(), or its route to OTHERS',
    )
  })

  it('is a complete document in English or Japanese, with one heading, one stylesheet and no inline script or style', async () => {
    for (const path of pages()) {
      for (const [headers, language] of [
        [{}, 'en'],
        [japanese, 'ja'],
      ] as const) {
        const html = await read(path, server.anyone, headers)
        has(html, new RegExp(`^<!doctype html>\\s*<html lang="${language}" data-theme="auto">`), path)
        assert.equal(html.match(/<h1[ >]/g)?.length, 1, path)
        assert.equal(html.match(/<link rel="stylesheet"/g)?.length, 1, path)
        hasNot(html, /<style|\sstyle=|\son\w+=/, path)
        for (const [tag] of html.matchAll(/<script[^>]*>/g)) {
          assert.match(tag, /src="\/assets\/|type="application\/ld\+json"/, path)
        }
        has(html, /<link rel="canonical" href="http:\/\/127\.0\.0\.1:\d+\//, path)
        for (const property of ['og:title', 'og:url', 'og:image', 'og:locale']) {
          assert.equal(html.split(`<meta property="${property}" content="`).length, 2, `${path} ${property}`)
        }
        hasNot(html, /undefined|\[object/, path)
      }
    }
  })

  it('has a content security policy that allows only our own files to run', async () => {
    for (const path of [...pages(), '/nothing']) {
      const { headers } = await server.anyone.get(path)
      const policy = headers.get('content-security-policy') ?? ''
      assert.match(policy, /^default-src 'none'; frame-ancestors 'none'/)
      assert.match(policy, /script-src 'self'; style-src 'self';/)
      assert.doesNotMatch(policy, /unsafe|\*/)
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    }
  })

  it('is cached privately, and sent again only when it has changed', async () => {
    for (const path of pages()) {
      const { headers } = await server.anyone.get(path)
      assert.equal(headers.get('cache-control'), 'private, no-cache')
      assert.match(headers.get('vary') ?? '', /Accept-Language, Cookie/)
      const etag = headers.get('etag') ?? ''
      const again = await server.anyone.get(path, { headers: { 'if-none-match': etag } })
      assert.equal(again.status, 304, path)
      assert.equal(again.body, '')
      const other = await server.anyone.get(path, { headers: { 'if-none-match': etag, ...japanese } })
      assert.equal(other.status, 200, `${path} in another language`)
    }
  })

  it('answers HEAD like GET without the body', async () => {
    const { status, headers, body } = await server.anyone.send('HEAD', article)
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/html/)
    assert.equal(body, '')
  })

  it('shows log-in links to an anonymous reader, and their own name and a log-out button to others', async () => {
    has(await read('/'), /href="\/login\?next=%2F"/)
    const html = await read('/', bob.session)
    has(html, /href="\/@bob"/)
    has(html, /<form method="post" action="\/logout">/)
    hasNot(html, /href="\/login/)
    has(await read('/', new Client(server.url, { cookie: 'galley_session=none' })), /\/login/)
  })
})

describe('text that people write', () => {
  it('is escaped everywhere: in titles, names, tags, excerpts, bodies and metadata', async () => {
    const pages = ['/', '/?sort=popular', `/tags/${encodeURIComponent(HOSTILE)}`, '/@bob', '/@alice', hostile, article]
    for (const path of pages) {
      const html = await read(path)
      hasNot(html, /<script>|<b>Marlowe|href="javascript/, path)
    }
    const html = await read(hostile)
    has(html, /<h1 lang="en">&quot;&gt;&lt;script&gt;alert\(&#39;x&#39;\)&lt;\/script&gt;&amp;amp;<\/h1>/)
    assert.equal(dataOf(html)['headline'], HOSTILE)
  })

  it('in the path of a request is answered with 404, without a redirect or markup', async () => {
    for (const path of [
      '/@%3Cscript%3E',
      '/@.',
      '/@%2e%2e',
      '/@../feed.xml',
      '/tags/%00',
      '/tags/%ED%A0%80',
      '/@alice/%00',
      '//evil.example/',
      '/\\evil.example',
    ]) {
      const { status, headers, body } = await server.anyone.get(path)
      assert.equal(status, 404, path)
      assert.equal(headers.get('location'), null)
      hasNot(String(body), /<script>/)
    }
  })
})
