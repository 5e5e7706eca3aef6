import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plainPage } from '../src/plain-page.ts'
import { renderMarkdown } from '../src/render-markdown.ts'
import { AMPLIFYING_TEXTS } from './support/amplifying-texts.ts'

const tagsOf = (html: string) => html.split('<').length - 1

/** The other texts are tested against a running server by `npm run abuse`. */
const FAST = [
  'links by name to a long address',
  'links by name in a footnote',
  'images by name with a long address',
  'footnotes used many times',
  'footnotes in footnotes',
  'unclosed footnotes',
  'empty cells',
  'long headings',
  'headings that claim the next number',
  'unclosed tags',
  'code on short lines',
]

describe('the page of a hostile text', () => {
  for (const name of FAST) {
    it(`is limited in bytes, elements and headings: ${name}`, async () => {
      const content = AMPLIFYING_TEXTS[name] ?? ''
      assert.notEqual(content, '')
      const { html, toc } = await renderMarkdown(content)
      assert.ok(Buffer.byteLength(html) <= 4 * 1024 * 1024, `${html.length}`)
      assert.ok(Buffer.byteLength(html) <= 64 * 1024 + 10 * Buffer.byteLength(content), `${html.length}`)
      assert.ok(tagsOf(html) <= 300_000, `${tagsOf(html)} tags`)
      assert.ok(JSON.stringify(toc).length <= 250_000, 'the table of contents')
      for (const { text } of toc) assert.ok([...text].length <= 200 && text.isWellFormed())
    })
  }

  it('shows the source text as plain text', async () => {
    const content = `[a]: /${'A'.repeat(2000)}\n\n${'[a]'.repeat(1000)}`
    assert.deepEqual(await renderMarkdown(content), plainPage(content, 'size'))
    assert.ok(plainPage(content).html.endsWith('[a]</p>\n'))
  })

  it('is limited in a preview with a paywall as well', async () => {
    const half = `[a]: /${'A'.repeat(2000)}\n\n${'[a]'.repeat(400)}`
    const { html } = await renderMarkdown(`${half}<!-- paywall -->${half}`, { paywallMarker: '<!-- paywall -->' })
    assert.ok(html.length < 100_000, `${html.length}`)
  })
})

describe('the page of a long honest text', () => {
  const long = (part: string) => part.repeat(900_000 / part.length)
  for (const [name, content, element] of [
    ['prose', long('The quick brown fox *jumps* over the lazy dog, and then walks home along the river.\n\n'), 'em'],
    ['dialogue', long('“Yes,” he *said*.\n\n'), 'em'],
    ['Japanese dialogue', long('「はい」と*彼*は言った。\n\n'), 'em'],
    [
      'a table of 16,666 rows',
      `|a|b|c|d|\n|-|-|-|-|\n${'| 12345 | some name | 2024-01-01 | yes |\n'.repeat(16_666)}`,
      'td',
    ],
  ] as const) {
    it(`has its formatting: ${name}`, async () => {
      const { html, exceededLimit } = await renderMarkdown(content)
      assert.equal(exceededLimit, undefined)
      assert.ok(html.includes(`<${element}>`))
    })
  }
})

describe('a plain page', () => {
  for (const [name, content] of Object.entries({
    'paragraphs of one letter': 'a\n\n'.repeat(333_333),
    'what has to be escaped': '&'.repeat(1_000_000),
    'quotation marks': '"'.repeat(1_000_000),
  })) {
    it(`is limited by its text: ${name}`, () => {
      const { html } = plainPage(content)
      assert.ok(tagsOf(html) <= 20_000, `${tagsOf(html)} tags`)
      assert.ok(Buffer.byteLength(html) <= 5 * content.length + 80_000)
    })
  }

  it('contains all words, however many paragraphs there are', () => {
    const content = Array.from({ length: 30_000 }, (_, i) => `p${i}`).join('\n\n')
    const words = plainPage(content).html.match(/p\d+/g)
    assert.deepEqual(words, content.split('\n\n'))
  })

  it('has the reading time of the whole text', () => {
    assert.equal(plainPage('日'.repeat(1_000_000)).readingMinutes, 2000)
  })
})
