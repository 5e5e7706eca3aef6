import { after, before, describe, it } from 'node:test'
import { publish } from '../../../server/test/support/posts/public.ts'
import { indexChanges } from '../../../server/test/support/posts/search.ts'
import type { TestServer } from '../../../server/test/support/test-server.ts'
import { HOSTILE, has, hasNot, japanese, readPage, startPages } from '../support/pages.ts'

let server: TestServer
let article: string
before(async () => {
  const pages = await startPages()
  ;({ server, article } = pages)
  for (let i = 0; i < 21; i++) await publish(pages.bob.session, { title: `Number ${i}`, content: 'manifold' })
  await publish(pages.bob.session, { title: 'Long', content: `First ${'word '.repeat(60)}platen${' more'.repeat(60)}` })
  await indexChanges(server)
})
after(() => server.close())

const read = (query: string, headers: Record<string, string> = {}) =>
  readPage(server.anyone, `/search${query}`, headers)

describe('the search page', () => {
  it('shows what was found, with the words marked, in the language of the reader', async () => {
    const html = await read('?q=compositor+line')
    has(html, /1 article</)
    has(html, new RegExp(`href="${article}">On setting a <mark>line</mark>`))
    has(html, /Notes from a <mark>compositor<\/mark>/)
    has(html, /value="compositor line"/)
    has(html, /<meta name="robots" content="noindex">/)
    has(await read('?q=compositor', japanese), /1件の記事/)
  })

  it('shows where a text was cut, and only there', async () => {
    has(await read('?q=opening'), />The <mark>opening<\/mark>\..* The end\.</)
    has(await read('?q=manifold'), />\s*<mark>manifold<\/mark>\s*</)
    has(await read('?q=platen'), />…(?:word )+<mark>platen<\/mark>( more)+ ?…</)
  })

  it('has pages, orders and filters in its address', async () => {
    const first = await read('?q=manifold')
    has(first, /21 articles/)
    has(first, /href="\/search\?q=manifold&amp;page=2" rel="next"/)
    has(first, /href="\/search\?q=manifold&amp;sort=latest"/)
    has(await read('?q=manifold&page=2&sort=latest'), /aria-current="page">Latest/)
    const filtered = await read('?q=compositor&category=design&tag=type&author=alice')
    has(filtered, /<option value="design" selected>/)
    has(filtered, /Tag: type <a href="\/search\?q=compositor&amp;category=design&amp;author=alice">Remove/)
  })

  it('shows the first page if the requested one does not exist', async () => {
    for (const number of [3, 50, 9_999_999]) {
      const html = await read(`?q=manifold&page=${number}`)
      has(html, /21 articles/)
      has(html, /Page 1 of 2/)
      hasNot(html, /No article has/)
    }
    has(await read('?q=zzzz&page=2'), /No article has “zzzz”/)
  })

  it('helps if nothing was found', async () => {
    const html = await read('?q=%22compositor%22+-line&category=sports')
    has(html, /No article has “&quot;compositor&quot; -line”/)
    has(html, /href="\/search\?q=%22compositor%22\+-line">Search in all articles/)
    has(html, /href="\/search\?q=compositor&amp;category=sports">Search without exclusions/)
    has(await read('?q=zzzz', japanese), /「zzzz」を含む記事は見つかりませんでした/)
    const words = await read('?q=zzzz+manifold+-x')
    has(words, /href="\/search\?q=manifold\+-x">Search without “zzzz”</)
    has(words, /href="\/search\?q=zzzz\+-x">Search without “manifold”</)
    has(await read('?q=zzzz+manifold', japanese), /href="\/search\?q=manifold">「zzzz」なしで検索する</)
    hasNot(await read('?q=%22zzzz+manifold%22'), /Search without “/)
    has(await read('?q=zzzz+-%22a+b%22+c'), /href="\/search\?q=zzzz\+c">Search without exclusions/)
    hasNot(await read('?q=zzzz++manifold'), /Search without exclusions/)
  })

  it('explains how to search, and accepts any address', async () => {
    has(await read(''), /How to search/)
    has(await read(''), /<meta name="description" content="Search all public articles of Galley\./)
    has(await read('?q=zzzz', japanese), /<meta name="description" content="Galleyで公開されているすべての記事/)
    has(await read(`?q=${'x'.repeat(201)}`), /at most 200 characters/)
    for (const query of ['?q=%00', '?q=a&page=x', '?q=a&category=x&sort=x', `?q=a&tag=${'x'.repeat(99)}`])
      await read(query)
  })

  it('escapes queries and texts, and never shows paid text', async () => {
    const html = await read(`?q=${encodeURIComponent(HOSTILE)}`)
    hasNot(html, /<script>alert/)
    has(await read('?q=alert'), /<mark>alert<\/mark>/)
    has(await read(`?q=${encodeURIComponent('無料')}`), /<mark>無料<\/mark>の部分です/)
    hasNot(await read(`?q=${encodeURIComponent('秘密')}`), /有料の記事/)
  })

  it('names tags and authors, and describes itself to browsers', async () => {
    const html = await read('?q=TYP')
    has(html, /<a href="\/tags\/type" lang="en">#type<\/a>/)
    has(await read('?q=bob'), /<a href="\/@bob" lang="en">bob \(@bob\)<\/a>/)
    has(
      html,
      /<link rel="search" type="application\/opensearchdescription\+xml" title="Galley" href="\/opensearch.xml">/,
    )
    has(await readPage(server.anyone, '/opensearch.xml'), /template="http:\/\/[^"]+\/search\?q=\{searchTerms\}"/)
  })

  it('is reached from the header of every other page', async () => {
    has(await readPage(server.anyone, '/'), /<form action="\/search" data-island="search">/)
    hasNot(await read(''), /masthead-search/)
  })
})
