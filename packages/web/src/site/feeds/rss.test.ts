import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
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
})
