import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Parser } from 'htmlparser2'
import { rss } from './rss.ts'

const item = (title: string, more: object = {}) => ({
  title,
  pageUrl: 'https://site.test/@ann/a',
  url: 'https://site.test/@ann/a',
  id: 'id',
  publishedAt: '2026-01-02T03:04:05.000Z',
  author: 'Ann',
  categories: [],
  content: `<p>${title}</p>`,
  ...more,
})
const feed = (items: readonly ReturnType<typeof item>[]) => ({
  title: 'All',
  description: 'All',
  pageUrl: 'https://site.test/',
  feedUrl: 'https://site.test/feed.xml',
  image: null,
  language: null,
  items,
})

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
  it('leaves out and reports an item that fails, and keeps all others', () => {
    const broken = item('broken')
    Object.defineProperty(broken, 'author', {
      enumerable: true,
      get: () => {
        throw new Error('cannot be shown')
      },
    })
    const reported: unknown[] = []
    const text = rss(feed([item('first'), broken, item('last')]), error => reported.push(error))
    assert.deepEqual(text.match(/<title>[^<]*/g), ['<title>All', '<title>first', '<title>last'])
    assert.equal(reported.length, 1)
  })

  it('accepts any text and any time', () => {
    const hostile = [']]>', '\ud800', '\u0000', '<![CDATA[', '%s', '&#xD800;']
    const items = hostile.map(text =>
      item(text, { publishedAt: text, author: text, categories: [text], summary: text }),
    )
    const text = rss(feed(items), error => assert.fail(String(error)))
    assert.equal(text.match(/<item>/g)?.length, hostile.length)
    assert.ok(text.isWellFormed())
    assert.doesNotMatch(text, /]]>|lastBuildDate/)
  })

  it('shows markup in a summary as text, because feed readers take a description for HTML', () => {
    const summary = 'Use <b> & &amp;. <img src=x onerror=alert(1)>'
    const text = rss(feed([item('a', { summary })]), error => assert.fail(String(error)))
    const [, written = ''] = /<description>(Use.*?)<\/description>/.exec(text) ?? []
    const html = parsed(written).text
    assert.deepEqual(parsed(html), { text: summary, elements: [] })
  })
})
