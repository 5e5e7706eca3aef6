import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Parser } from 'htmlparser2'
import { xml } from '../../xml.ts'
import { type FeedItem, rss } from './rss.ts'

const item = (title: string, more: Partial<FeedItem> = {}): FeedItem => ({
  title,
  pageUrl: 'https://site.test/@ann/a',
  url: 'https://site.test/@ann/a',
  id: 'id',
  publishedAt: '2026-01-02T03:04:05.000Z',
  author: 'Ann',
  categories: [],
  html: `<p>${title}</p>`,
  ...more,
})
const feed = (items: readonly FeedItem[]) => ({
  title: 'All',
  description: 'All',
  pageUrl: 'https://site.test/',
  feedUrl: 'https://site.test/feed.xml',
  image: null,
  language: null,
  items,
})

const rssOf = async (items: readonly FeedItem[]) => String(await rss(feed(items), error => assert.fail(String(error))))

/** The processor time of this thread, so that the load of the machine does not matter. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** The most processor time between two turns of the event loop while this is done; the least of several tries. */
async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  const tries: number[] = []
  for (let i = 0; i < 3; i++) {
    let [longest, since, isDone] = [0, cpuMs(), false]
    const watching = (async () => {
      while (!isDone) {
        await nextTurn()
        longest = Math.max(longest, cpuMs() - since)
        since = cpuMs()
      }
    })()
    await work()
    isDone = true
    await watching
    tries.push(longest)
  }
  return Math.min(...tries)
}

/** What a parser finds in markup. */
function parsed(markup: string): { text: string; elements: string[] } {
  const found = { text: '', elements: [] as string[] }
  const parser = new Parser({
    ontext: text => {
      found.text += text
    },
    onopentagname: name => found.elements.push(name),
  })
  parser.end(markup)
  return found
}

describe('RSS', () => {
  it('leaves out and reports an item that fails, and keeps all others', async () => {
    const broken = item('broken')
    Object.defineProperty(broken, 'author', {
      enumerable: true,
      get: () => {
        throw new Error('cannot be shown')
      },
    })
    const reported: unknown[] = []
    const text = String(await rss(feed([item('first'), broken, item('last')]), error => reported.push(error)))
    assert.deepEqual(text.match(/<title>[^<]*/g), ['<title>All', '<title>first', '<title>last'])
    assert.equal(reported.length, 1)
  })

  it('accepts any text and any time', async () => {
    const hostile = [']]>', '\ud800', '\u0000', '<![CDATA[', '%s', '&#xD800;']
    const items = hostile.map(text =>
      item(text, { publishedAt: text, author: text, categories: [text], summary: text }),
    )
    const text = await rssOf(items)
    assert.equal(text.match(/<item>/g)?.length, hostile.length)
    assert.ok(text.isWellFormed())
    assert.doesNotMatch(text, /]]>|lastBuildDate/)
  })

  it('shows markup in a summary as text, because feed readers take a description for HTML', async () => {
    const summary = 'Use <b> & &amp;. <img src=x onerror=alert(1)>'
    const text = await rssOf([item('a', { summary })])
    const [, written = ''] = /<description>(Use.*?)<\/description>/.exec(text) ?? []
    const html = parsed(written).text
    assert.deepEqual(parsed(html), { text: summary, elements: [] })
  })

  const TEXTS: Record<string, string> = {
    'many links': '<p><a href="/x">a</a> <img src="#y" alt=""></p>',
    'many elements': '<p><br>',
    'many quotes': `"'&quot;`,
    'one long address': `<a href="/${'あ'.repeat(450_000)}">a</a>`,
    'many formulas': '<math alttext="x"><mi>x</mi></math>',
    prose: '日本語の長い文章。👍 ',
  }
  for (const [name, part] of Object.entries(TEXTS)) {
    it(`of long texts with ${name} blocks nothing else for 20 ms`, async () => {
      const html = part.repeat(Math.ceil(450_000 / part.length))
      const items = Array.from({ length: 5 }, (_, i) => item(String(i), { html }))
      const blockedMs = await longestTurnMs(() => rssOf(items))
      assert.ok(blockedMs < 20, `${blockedMs} ms`)
    })
  }

  it('never escapes a text that does not fit', async () => {
    const html = '"'.repeat(450_000)
    const items = Array.from({ length: 5 }, (_, i) => item(String(i), { html }))
    const before = cpuMs()
    const text = await rssOf(items)
    const neededMs = cpuMs() - before
    assert.ok(text.length < 20_000)
    assert.equal(text.match(/<item>/g)?.length, 5)
    for (const _ of items) assert.ok(xml`${html}`.markup.length > 2_000_000)
    const escapingMs = cpuMs() - before - neededMs
    assert.ok(neededMs < escapingMs / 2, `${neededMs} ms of ${escapingMs} ms`)
  })

  it('has texts as long as they fit into two million characters', async () => {
    const long = item('long', { html: '<p>'.repeat(60_000) })
    const text = await rssOf([...Array.from({ length: 6 }, () => long), item('short')])
    assert.equal(text.match(/<content:encoded>/g)?.length, 4)
    assert.ok(text.length <= 2_000_000 + 1000)
    assert.match(text, /&#60;p&#62;short/)
  })
})
