import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Client } from '../../../server/test/support/client.ts'
import { publish } from '../../../server/test/support/posts/public.ts'
import { createSeries, entryOf } from '../../../server/test/support/posts/series.ts'
import type { Person, TestServer } from '../../../server/test/support/test-server.ts'
import { sendForm } from '../support/form.ts'
import { has, hasNot, japanese, readPage, startPages } from '../support/pages.ts'

let server: TestServer
let bob: Person
let article: string
before(async () => {
  ;({ server, bob, article } = await startPages())
})
after(() => server.close())

const read = (path: string, client: Client = server.anyone, headers: Record<string, string> = {}) =>
  readPage(client, path, headers)

describe('lists', () => {
  it('show latest, popular or trending posts, mark the current view, and link to the posts', async () => {
    for (const [path, label] of [
      ['/', 'Latest'],
      ['/?sort=popular', 'Popular'],
      ['/categories/design?sort=trending', 'Trending'],
    ] as const) {
      const html = await read(path)
      has(html, new RegExp(`aria-current="page">${label}</a>`), path)
      assert.ok(html.includes(`href="${article}"`), path)
    }
  })

  it('are paged, and answer 404 after the last page', async () => {
    for (let i = 0; i < 21; i++) await publish(bob.session, { title: `Number ${i}`, content: 'x', tags: ['many'] })
    const first = await read('/tags/many')
    assert.equal(first.match(/<article class="entry">/g)?.length, 20)
    has(first, /href="\/tags\/many\?page=2" rel="next"/)
    has(first, /Page 1 of 2/)
    const second = await read('/tags/many?page=2', server.anyone, japanese)
    assert.equal(second.match(/<article class="entry">/g)?.length, 1)
    has(second, /href="\/tags\/many" rel="prev"/)
    has(second, /<link rel="canonical" href="[^"]*\/tags\/many\?page=2">/)
    for (const query of ['page=3', 'page=0', 'page=x', 'page=99999999', 'sort=oldest']) {
      assert.equal((await server.anyone.get(`/tags/many?${query}`)).status, 404, query)
    }
  })

  it('say when they are empty, and exclude unused tags from search engines', async () => {
    has(await read('/categories/sports'), /Nothing here yet/)
    const html = await read('/tags/unused')
    has(html, /Nothing here yet/)
    has(html, /<meta name="robots" content="noindex">/)
  })

  it('of a tag have one address: spaces around the tag are a redirect, which stores nothing', async () => {
    for (let i = 0; i < 1000; i++) {
      const spaces = (length: number) => (i >> length).toString(2).replaceAll('0', '%20').replaceAll('1', '%E3%80%80')
      const { status, headers } = await server.anyone.get(`/tags/${spaces(0)}type${spaces(5)}?sort=popular`)
      assert.deepEqual([status, headers.get('location')], [301, '/tags/type?sort=popular'])
    }
  })

  it('link to the feed of the listed posts', async () => {
    for (const [path, feed] of [
      ['/', '/feed.xml'],
      ['/categories/design', '/categories/design/feed.xml'],
      ['/tags/type', '/tags/type/feed.xml'],
      ['/@alice', '/@alice/feed.xml'],
    ] as const) {
      assert.match(
        await read(path),
        new RegExp(`<link rel="alternate" type="application/rss\\+xml" [^>]*href="${feed}"`),
      )
    }
  })
})

describe('a ranking', () => {
  it('shows its period, its last refresh and the next one', async () => {
    for (const type of ['trending', 'weekly', 'monthly', 'saved']) {
      const html = await read(`/ranking/${type}`)
      for (const word of ['Period', 'Last refreshed', 'Next refresh']) has(html, new RegExp(`<dt>${word}</dt>`))
      const times = [...html.matchAll(/<time datetime="([^"]+)">/g)].map(([, iso]) => Date.parse(iso ?? ''))
      const [start = 0, end = 0, , next = 0] = times
      assert.ok(start < end && end < next, type)
      assert.equal(next % (15 * 60_000), 0, 'refreshes happen at full quarters of an hour')
    }
  })

  it('has Japanese punctuation in its title and between its days, for Japanese readers', async () => {
    const html = await read('/ranking/weekly', server.anyone, japanese)
    assert.match(html, /<title>ランキング：週間 /)
    assert.match(html, /\d日<\/time>〜<time/)
  })

  it('of an unknown type answers 404', async () => {
    assert.equal((await server.anyone.get('/ranking/daily')).status, 404)
    assert.equal((await server.anyone.get('/ranking')).headers.get('location'), '/ranking/trending')
  })
})

describe('a profile', () => {
  it('shows name, badge, bio, counts and titles', async () => {
    const html = await read('/@alice')
    has(html, /Alice &lt;b&gt;Marlowe&lt;\/b&gt;/)
    has(html, /class="verified"/)
    has(html, /Writes\./)
    has(html, /2 articles/)
    assert.ok(html.includes(`href="${article}"`))
    hasNot(await read('/@bob'), /class="verified"/)
  })

  it('lists the series of the author with public posts', async () => {
    const { session, account } = await server.person()
    const titles = ['Empty', ...Array.from({ length: 7 }, (_, i) => `Rain <${i}>`)]
    for (const title of titles) {
      const series = await createSeries(session, { title })
      if (title !== 'Empty') await publish(session, entryOf(series))
    }
    const html = await read(`/@${account.username}`)
    has(html, new RegExp(`href="/@${account.username}/series/rain-6">\\s*<span[^>]*>Rain &lt;6&gt;<`))
    has(html, /1 more series<\/summary>[\s\S]*Rain &lt;0&gt;/)
    hasNot(html, />Empty</)
    hasNot(await read('/@bob'), /series-of-author/)
  })

  it('can be followed and unfollowed with a form, which sends an anonymous reader to the log-in page', async () => {
    has(await read('/@alice'), /href="\/login\?next=%2F%40alice" rel="nofollow">Follow</)
    has(await read('/@alice', bob.session), /name="on" value="true"/)
    const followed = await sendForm(bob.session, '/@alice/follow', { on: 'true', back: article })
    assert.equal(followed.status, 303)
    assert.equal(followed.headers.get('location'), article)
    has(await read('/@alice', bob.session), /name="on" value="false"[\s\S]*aria-pressed="true"/)
    await sendForm(bob.session, '/@alice/follow', { on: 'false' })
    has(await read('/@alice', bob.session), /aria-pressed="false"/)
    const anonymous = await sendForm(server.anyone, '/@alice/follow', { on: 'true', back: '/@alice' })
    assert.equal(anonymous.headers.get('location'), '/login?next=%2F%40alice')
  })
})
