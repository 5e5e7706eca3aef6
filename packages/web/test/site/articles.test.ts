import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Client } from '../../../server/test/support/client.ts'
import { publish } from '../../../server/test/support/posts/public.ts'
import type { Person, TestServer } from '../../../server/test/support/test-server.ts'
import { dataOf, has, hasNot, japanese, pathOf, readPage, startPages } from '../support/pages.ts'

let server: TestServer
let alice: Person
let bob: Person
let article: string
let paid: string
before(async () => {
  ;({ server, alice, bob, article, paid } = await startPages())
})
after(() => server.close())

const read = (path: string, client: Client = server.anyone, headers: Record<string, string> = {}) =>
  readPage(client, path, headers)

describe('an article', () => {
  it('has its own language, a table of contents, highlighted code, reading time and related posts', async () => {
    const html = await read(article, server.anyone, japanese)
    has(html, /<article class="article" lang="en">/)
    has(html, /<h1 lang="en">On setting a line<\/h1>/)
    has(html, /Notes from a compositor/)
    has(html, /<nav class="toc"[\s\S]*href="#h-first-things">First things<[\s\S]*class="toc-3"/)
    has(html, /<h2 id="h-first-things">/)
    has(html, /class="t-keyword">const /)
    has(html, /読了目安 1分/)
    has(html, /href="\/tags\/%E7%B5%84%E7%89%88" rel="tag" lang="ja"/)
    has(html, /id="related">あわせて読みたい/)
  })

  it('has its title, description, picture, author and dates as metadata', async () => {
    const html = await read(article)
    const url = server.context.settings.publicUrl.origin + article
    for (const [property, content] of [
      ['og:type', 'article'],
      ['og:title', 'Setting a line, for search engines'],
      ['og:description', 'What a compositor knows.'],
      ['og:url', url],
      ['og:image', 'https://images.example/cover.png'],
      ['article:tag', '組版'],
    ]) {
      assert.ok(html.includes(`<meta property="${property}" content="${content}">`), property)
    }
    has(html, /<title>Setting a line, for search engines — Galley<\/title>/)
    has(html, /<meta name="description" content="What a compositor knows\.">/)
    assert.ok(html.includes(`<link rel="canonical" href="${url}">`))
    hasNot(html, /noindex/)
    const data = dataOf(html)
    assert.equal(data['@type'], 'BlogPosting')
    assert.equal(data['inLanguage'], 'en')
    assert.equal(data['isAccessibleForFree'], true)
    assert.equal(data['hasPart'], undefined)
  })

  it('that is paid contains only its free part and its price, in the metadata as well', async () => {
    const html = await read(paid, bob.session, japanese)
    has(html, /無料の部分です。/)
    has(html, /class="paywall-price">[\s\S]*¥1,200/)
    hasNot(html, /秘密/)
    const data = dataOf(html)
    assert.equal(data['isAccessibleForFree'], false)
    assert.deepEqual(data['hasPart'], {
      '@type': 'WebPageElement',
      isAccessibleForFree: false,
      cssSelector: '.paywall',
    })
    const whole = await read(
      await pathOf(alice, { title: 'All of it', content: 'HIDDEN', is_paid: true, price_jpy: 300 }),
    )
    has(whole, /This is a paid article/)
    hasNot(whole, /HIDDEN|class="prose/)
  })

  it('that is unlisted can be opened by its address, and is not indexed', async () => {
    const path = await pathOf(alice, { title: 'A letter', content: 'x', visibility: 'unlisted' })
    has(await read(path), /<meta name="robots" content="noindex">/)
    assert.ok(!(await read('/')).includes(path))
  })

  it('with a canonical_url names that address for search engines and feeds, escaped', async () => {
    const original = 'https://first.example/a?b=1&c="<x>'
    const path = await pathOf(alice, { title: 'Twice', content: 'See [below](#x).', canonical_url: original })
    const html = await read(path)
    has(html, /<link rel="canonical" href="https:\/\/first\.example\/a\?b=1&amp;c=&quot;&lt;x&gt;">/)
    assert.equal(html.split('rel="canonical"').length, 2)
    assert.equal(dataOf(html)['mainEntityOfPage'], original)
    const own = server.context.settings.publicUrl.origin + path
    assert.ok(html.includes(`<meta property="og:url" content="${own}">`))
    const feed = (await server.anyone.get(`/@${alice.account.username}/feed.xml`)).body
    assert.ok(feed.includes('<link>https://first.example/a?b=1&#38;c=&#34;&#60;x&#62;</link>'), feed)
    assert.ok(feed.includes(`${own}#h-x`), 'links in the text belong to the page')
  })

  it('has one address: another author, upper case, the long form or a trailing slash redirect to it', async () => {
    const slug = article.split('/')[2] ?? ''
    for (const path of [`/@bob/${slug}`, `/@ALICE/${slug}`, `/@alice/${slug.toUpperCase()}`, `${article}/`]) {
      const { status, headers } = await server.anyone.get(path)
      assert.equal(status, 301, path)
      assert.equal(headers.get('location'), article, path)
    }
    for (const path of [`/@bob/${slug}`, `/@alice/${slug.toUpperCase()}`, `${article}/`]) {
      const { headers } = await server.anyone.get(`${path}?comments=2`)
      assert.equal(headers.get('location'), `${article}?comments=2`, path)
    }
    assert.equal((await server.anyone.get('/@ALICE')).headers.get('location'), '/@alice')
  })

  it('is shown at the address of its author, if two authors imported the same slug', async () => {
    const imported = { slug: 'hello-world', content: 'x', status: 'published', external_id: 'hello' }
    for (const [person, title] of [
      [alice, 'Hello of Alice'],
      [bob, 'Hello of Bob'],
    ] as const)
      assert.equal((await person.session.post('/api/v1/import/posts', { ...imported, title })).status, 201)
    for (const [name, title] of [
      ['alice', 'Hello of Alice'],
      ['bob', 'Hello of Bob'],
    ]) {
      const html = await read(`/@${name}/hello-world`)
      has(html, new RegExp(`<h1[^>]*>${title}</h1>`))
      assert.ok(
        html.includes(`<link rel="canonical" href="${server.context.settings.publicUrl.origin}/@${name}/hello-world">`),
      )
    }
    const feed = (await server.anyone.get('/@bob/feed.xml')).body
    assert.ok(feed.includes('/@bob/hello-world') && !feed.includes('/@alice/hello-world'))
  })

  it('shows the first page of comments if the requested one does not exist', async () => {
    const { id, slug } = await publish(alice.session, { title: 'Discussed' })
    const path = `/@alice/${slug}`
    for (let i = 1; i <= 21; i++)
      await bob.session.post(`/api/v1/reader/posts/${id}/comments`, { content: `Comment ${i}.` })
    has(await read(`${path}?comments=2`), /Comment 1\.[\s\S]*Page 2 of 2/)
    for (const client of [server.anyone, bob.session])
      for (const number of ['3', '9999999', 'x']) {
        has(await read(`${path}?comments=${number}`, client), /Comment 21\.[\s\S]*Page 1 of 2/)
      }
  })

  it('counts one view per reader, whether the page or the API is read', async () => {
    const path = await pathOf(alice, { title: 'Seen', content: 'x' })
    const slug = decodeURIComponent(path.split('/')[2] ?? '')
    const api = `/api/v1/public/posts/${encodeURIComponent(slug)}`
    for (const address of [path, path, api]) await server.anyone.get(address, { headers: { 'user-agent': 'one' } })
    await server.anyone.get(path, { headers: { 'user-agent': 'another' } })
    await bob.session.get(path)
    await alice.session.get(path)
    // HEAD requests and prefetches do not count.
    await server.anyone.send('HEAD', path, { headers: { 'user-agent': 'a checker of links' } })
    const ahead = { 'user-agent': 'ahead', 'sec-purpose': 'prefetch' }
    for (const address of [path, api]) await server.anyone.get(address, { headers: ahead })
    await server.context.views.flush()
    const { view_count } = await server.context.db
      .selectFrom('posts')
      .select('view_count')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
    assert.equal(view_count, 3)
  })
})
