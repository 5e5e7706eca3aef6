import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { publish } from '../../../server/test/support/posts/public.ts'
import { createSeries, entryOf, SERIES } from '../../../server/test/support/posts/series.ts'
import type { Person, TestServer } from '../../../server/test/support/test-server.ts'
import { dataOf, HOSTILE, has, hasNot, japanese, readPage } from '../support/pages.ts'
import { startWebServer } from '../support/web-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startWebServer()
  alice = await server.person({ username: 'alice' })
})
after(() => server.close())

const articlePath = ({ slug }: { slug: string }) => `/@alice/${encodeURIComponent(slug)}`

/** A series with the public posts One and Two, and a draft between them. */
async function writeSeries(fields: Record<string, unknown> = {}) {
  const series = await createSeries(alice.bearer, { description: 'Wet.', ...fields })
  const one = await publish(alice.bearer, { title: 'One', ...entryOf(series, 1) })
  await alice.bearer.post('/api/v1/posts', { title: 'Unfinished', content: 'x', ...entryOf(series, 2) })
  const two = await publish(alice.bearer, { title: 'Two', ...entryOf(series, 3) })
  return { series, one, two, path: new URL(series.url).pathname }
}

describe('the page of a series', () => {
  it('lists its public posts in order, with metadata and a feed', async () => {
    const { path, one, two, series } = await writeSeries()
    const html = await readPage(server.anyone, path)
    has(html, /<h1 lang="en">A year of rain<\/h1>[\s\S]*Wet\.[\s\S]*2 articles[\s\S]*Ongoing[\s\S]*One[\s\S]*Two/)
    hasNot(html, /Unfinished/)
    assert.ok(html.includes(`<link rel="canonical" href="${series.url}">`))
    const data = dataOf(html)
    assert.equal(data['@type'], 'CreativeWorkSeries')
    assert.deepEqual(
      (data['hasPart'] as { url: string; position: number }[]).map(part => [part.position, new URL(part.url).pathname]),
      [
        [1, articlePath(one)],
        [2, articlePath(two)],
      ],
    )
    assert.ok(html.includes(`href="${path}/feed.xml"`))
    const feed = await server.anyone.get(`${path}/feed.xml`)
    assert.match(feed.headers.get('content-type') ?? '', /rss/)
    assert.deepEqual(
      [...feed.body.matchAll(/<item>\n<title>(.*?)<\/title>/g)].map(found => found[1]),
      ['Two', 'One'],
    )
    assert.ok((await server.anyone.get('/sitemap.xml')).body.includes('/sitemap-series-1.xml'))
    assert.ok((await server.anyone.get('/sitemap-series-1.xml')).body.includes(`<loc>${series.url}</loc>`))
    has(await readPage(server.anyone, path, japanese), /シリーズ[\s\S]*記事 2本[\s\S]*連載中/)
  })

  it('is 404 without a public post, and redirects to the author’s name as it is written', async () => {
    const { path } = await writeSeries()
    const moved = await server.anyone.get(path.replace('@alice', '@ALICE'))
    assert.deepEqual([moved.status, moved.headers.get('location')], [301, path])
    const empty = await createSeries(alice.bearer, { title: 'Secret plans' })
    const page = await server.anyone.get(new URL(empty.url).pathname)
    assert.equal(page.status, 404)
    hasNot(page.body, /Secret plans/)
    assert.equal((await server.anyone.get(`${new URL(empty.url).pathname}/feed.xml`)).status, 404)
  })

  it('escapes its texts', async () => {
    const { path, one } = await writeSeries({ title: HOSTILE, description: HOSTILE })
    for (const html of [await readPage(server.anyone, path), await readPage(server.anyone, articlePath(one))]) {
      hasNot(html, /<script>alert/)
    }
  })
})

describe('an article of a series', () => {
  it('links to the series and to its public neighbours, and changes with them', async () => {
    const { series, one, two, path } = await writeSeries()
    const first = await readPage(server.anyone, articlePath(one))
    has(first, /class="series-line"[^>]*><a href="[^"]*" lang="en">A year of rain<\/a>\s*<span>Part 1 of 2<\/span>/)
    assert.ok(first.includes(`href="${path}"`))
    assert.ok(first.includes(`class="series-next" href="${articlePath(two)}" rel="next"`))
    hasNot(first, /rel="prev"|Unfinished/)
    assert.deepEqual(dataOf(first)['isPartOf'], {
      '@type': 'CreativeWorkSeries',
      name: 'A year of rain',
      url: series.url,
    })
    await alice.bearer.patch(`${SERIES}/${series.id}`, { title: 'A year of snow' })
    has(await readPage(server.anyone, articlePath(one)), /A year of snow/)
    await alice.bearer.put(`${SERIES}/${series.id}/order`, { post_ids: [two.id] })
    has(await readPage(server.anyone, articlePath(one)), /Part 2 of 2[\s\S]*rel="prev"/)
    has(await readPage(server.anyone, path), /Two[\s\S]*One/)
  })

  it('has no links if it is alone', async () => {
    const series = await createSeries(alice.bearer)
    const html = await readPage(server.anyone, articlePath(await publish(alice.bearer, entryOf(series))))
    has(html, /Part 1 of 1/)
    hasNot(html, /series-navigation/)
  })
})
