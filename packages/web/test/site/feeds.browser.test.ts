import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CreatedPost } from '@galley/client'
import type { Answer } from '../../../server/test/support/client.ts'
import { publish } from '../../../server/test/support/posts/public.ts'
import { PAID_TEXT, startSite, type TestSite } from '../support/site.ts'

const READABLE = `<b>&amp; "quotes" ']]>' \u{1f600} end`
/** Contains characters that are invalid in XML, even as references. */
const HOSTILE = READABLE.replace('end', '\u0001\u000b\ufffeend')
const HOSTILE_TAG = '<&"tag'

let site: TestSite
let hostile: CreatedPost
before(async () => {
  site = await startSite()
  hostile = await publish(site.author.session, {
    title: HOSTILE,
    content: `[a link](/ranking/weekly) and [down](#there)\n\n## There\n\n${HOSTILE}`,
    category: 'essay',
    tags: [HOSTILE_TAG],
  })
  await publish(site.author.session, { title: 'Unlisted', visibility: 'unlisted', tags: [HOSTILE_TAG] })
})
after(() => site?.close())

const get = (path: string, headers: Record<string, string> = {}) => site.server.anyone.get(path, { headers })
const FEEDS = [
  '/feed.xml',
  '/@author/feed.xml',
  '/categories/essay/feed.xml',
  `/tags/${encodeURIComponent(HOSTILE_TAG)}/feed.xml`,
]

/** Parses with a strict XML parser and returns the text of the elements that match a selector, in order. */
async function parse(xml: string, ...selectors: string[]): Promise<string[][]> {
  return site.browser.visit({}, page =>
    page.evaluate<string[][]>(`(() => {
      const parsed = new DOMParser().parseFromString(${JSON.stringify(xml)}, 'application/xml')
      const fault = parsed.querySelector('parsererror')
      if (fault) throw new Error(fault.textContent)
      return ${JSON.stringify(selectors)}.map(name => [...parsed.getElementsByTagName(name)].map(found => found.textContent))
    })()`),
  )
}

describe('a feed', () => {
  it('is well-formed XML, whatever authors write', async () => {
    for (const path of FEEDS) {
      const { status, body, headers } = await get(path)
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), 'application/rss+xml; charset=utf-8')
      const [titles = []] = await parse(body, 'title')
      // Characters that are invalid in XML are left out; everything else stays unchanged.
      assert.equal(titles[1], READABLE, path)
    }
  })

  it('has the link, id, author, time, categories and full text of each post, with absolute URLs in the text', async () => {
    const { body } = await get('/categories/essay/feed.xml')
    const [links, ids, authors, times, categories, contents] = await parse(
      body,
      'link',
      'guid',
      'dc:creator',
      'pubDate',
      'category',
      'content:encoded',
    )
    assert.deepEqual(links, [
      `${site.server.url}/categories/essay`,
      `${site.server.url}/@author/${encodeURIComponent(hostile.slug)}`,
    ])
    assert.deepEqual(ids, [hostile.id])
    assert.deepEqual(authors, ['青木 Ann'])
    assert.equal(Date.parse(times![0]!), Math.floor(Date.parse(hostile.published_at!) / 1000) * 1000)
    assert.deepEqual(categories, ['Essay', HOSTILE_TAG])
    assert.ok(contents![0]!.includes(`href="${site.server.url}/ranking/weekly"`))
    assert.ok(contents![0]!.includes(`href="${links![1]}#h-there"`))
    assert.match(body, new RegExp(`<atom:link href="${site.server.url}/categories/essay/feed.xml" rel="self"`))
  })

  it('has only the free part of a paid post, and no unlisted posts', async () => {
    for (const path of FEEDS) {
      const { body } = await get(path)
      assert.ok(!body.includes(PAID_TEXT), path)
      assert.ok(!body.includes('Unlisted'), path)
    }
    assert.match((await get('/feed.xml')).body, /The free part, for everybody/)
  })

  it('answers 304 to a conditional request, and has a Last-Modified header', async () => {
    for (const path of FEEDS) {
      const { headers } = await get(path)
      const again = await get(path, { 'if-none-match': headers.get('etag')! })
      assert.equal(again.status, 304)
      assert.equal(again.body, '')
      assert.ok(Date.parse(headers.get('last-modified')!) <= Date.now())
    }
  })

  it('is the same in every language, and counts no view', async () => {
    const english = await get('/feed.xml', { 'accept-language': 'en' })
    const japanese = await get('/feed.xml', { 'accept-language': 'ja' })
    assert.equal(english.body, japanese.body)
    const { db, views } = site.server.context
    await views.flush()
    const seen = await db.selectFrom('posts').select('id').where('view_count', '>', 0).execute()
    assert.deepEqual(seen, [])
  })

  it('answers 404 for unknown categories, authors and tags', async () => {
    for (const path of [
      '/categories/nope/feed.xml',
      '/@nobody/feed.xml',
      `/tags/${'x'.repeat(51)}/feed.xml`,
      '/tags/%00/feed.xml',
    ]) {
      assert.equal((await get(path)).status, 404, path)
    }
    assert.equal((await get('/tags/unused/feed.xml')).status, 200)
  })
})

describe('the sitemap', () => {
  it('lists every public post and no other', async () => {
    const [parts = []] = await parse((await get('/sitemap.xml')).body, 'loc')
    const found = await Promise.all(
      parts.map(async part => (await parse((await get(new URL(part).pathname)).body, 'loc'))[0] ?? []),
    )
    const posts = found.flat().filter(address => address.includes('/@'))
    const expected = [...Object.values(site.paths), `/@author/${encodeURIComponent(hostile.slug)}`]
    assert.deepEqual(posts.sort(), expected.map(path => site.server.url + path).sort())
    for (const address of found.flat()) assert.equal((await get(new URL(address).pathname)).status, 200, address)
  })

  it('answers 404 beyond its last page', async () => {
    for (const name of ['2.xml', '0.xml', '1', 'x.xml', '1.xml.xml', '99999999999.xml']) {
      assert.equal((await get(`/sitemap-posts-${name}`)).status, 404, name)
    }
  })
})

describe('a feed of hostile posts', () => {
  it('shows code that looks like markup unchanged, and does not fail on a URL in it', async () => {
    const code = '<img src="//%s/logo.png"> <a href="/x">'
    const content = `\`${code}\`\n\n<img src="//%s/logo.png"> ![a](//%s/x.png) [b](http://%s/) ![c](c.png)`
    const tags = ['addresses']
    await publish(site.author.session, { title: 'Addresses', content, tags })
    await publish(site.author.session, { title: 'Beside it', content: '*beside*', tags })
    for (const path of ['/feed.xml', '/tags/addresses/feed.xml', '/tags/addresses', '/']) {
      assert.equal((await get(path)).status, 200, path)
    }
    const { body } = await get('/tags/addresses/feed.xml')
    const [titles, links, contents] = await parse(body, 'title', 'link', 'content:encoded')
    assert.deepEqual(titles?.slice(1), ['Beside it', 'Addresses'])
    assert.ok(
      contents?.[1]?.includes('<code>&lt;img src="//%s/logo.png"&gt; &lt;a href="/x"&gt;</code>'),
      contents?.[1],
    )
    assert.ok(contents?.[1]?.includes(` src="${new URL('c.png', links?.[2]).href}"`), contents?.[1])
  })

  it('has a limited size: long texts are reduced to title, link and summary; short ones are complete', async () => {
    const tags = ['long']
    await publish(site.author.session, { title: 'Short', content: 'A *short* text.', tags })
    await publish(site.author.session, { title: 'Too long', content: `Begins. ${'a '.repeat(260_000)}`, tags })
    for (let i = 0; i < 4; i++) {
      const content = `Begins. ${'"quoted" text '.repeat(30_000)}`
      await publish(site.author.session, { title: `Long ${i}`, content, tags })
    }
    const { status, body } = await get('/tags/long/feed.xml')
    assert.equal(status, 200)
    assert.ok(body.length < 2_100_000, `${body.length}`)
    const hasFullText = body
      .split('<item>')
      .slice(1)
      .map((item: string) => item.includes('<content:encoded>'))
    assert.deepEqual(hasFullText, [true, true, true, false, false, true])
    assert.equal(body.split('<description>Begins.').length - 1, 5)
  })
})

describe('files for programs', () => {
  const linked = ({ body }: Answer, pattern: RegExp) => [...body.matchAll(pattern)].map(([, path]) => path as string)

  it('robots.txt allows everything and names the sitemap', async () => {
    const { body } = await get('/robots.txt')
    assert.match(body, /^User-agent: \*$/m)
    assert.ok(!/^Disallow: \/$/m.test(body))
    assert.match(body, new RegExp(`^Sitemap: ${site.server.url}/sitemap.xml$`, 'm'))
  })

  it('llms.txt contains no broken links', async () => {
    const paths = linked(await get('/llms.txt'), new RegExp(`\\]\\(${site.server.url}([^)]*)\\)`, 'g'))
    assert.ok(paths.length >= 7)
    for (const path of paths) assert.equal((await get(path)).status, 200, path)
  })

  it('the manifest and every page link to icons that exist', async () => {
    const manifest = await get('/manifest.webmanifest')
    const icons = JSON.parse(manifest.body).icons.map((icon: { src: string }) => icon.src)
    const inPage = linked(await get('/'), /<link rel="(?:icon|apple-touch-icon)" href="([^"]*)"/g)
    assert.equal(inPage.length, 2)
    for (const path of [...icons, ...inPage, '/og-image.png']) {
      const { status, headers } = await get(path)
      assert.equal(status, 200, path)
      assert.match(headers.get('content-type') ?? '', /^image\/(?:png|svg\+xml)/)
    }
  })
})
