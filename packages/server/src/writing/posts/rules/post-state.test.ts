import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { derivedFields } from './post-state.ts'

const excerptOf = async (content: string, is_paid: boolean) => (await derivedFields({ content, is_paid })).excerpt

const PAYWALL = '<!-- paywall -->'

const markdown = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '# ',
        '> ',
        '- ',
        '1. ',
        '```\n',
        '`',
        '**',
        '*',
        '_',
        '[',
        '](',
        ')',
        '![',
        '<b>',
        '</b>',
        '<!--',
        '-->',
      ),
      fc.constantFrom('\n', '\n\n', '\t', '    ', '|', '\\', '&amp;', '&#0;', '😀', '日本語。', 'http://a.test', '<'),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.lorem({ maxCount: 40 }),
    ),
    { maxLength: 40 },
  )
  .map(parts => parts.join(''))

describe('excerpt', () => {
  for (const [content, text] of [
    ['# Hi\n\nSome *text* and **more**.', 'Hi Some text and more.'],
    ['**日本語。**', '日本語。'],
    ['これは**日本語。**です', 'これは日本語。です'],
    ['**「強調」**と*斜体*', '「強調」と斜体'],
    ['[a link](https://example.com "t") and ![an image](x.png)', 'a link and'],
    ['one\ntwo  \nthree', 'one two three'],
    ['- a\n- b\n\n1. c', 'a b c'],
    ['> quoted\n\n---\n\nafter', 'quoted after'],
    ['`code` &amp; <b>bold</b> <!-- hidden -->', 'code & bold'],
    ['```\nblock\n```\n\ntext', 'text'],
    ['a[^1] b[^2]\n\n[^1]: note\n\n[^2]: note', 'a b'],
    ['- [x] done\n- [ ] open', 'done open'],
    ['日本\n語の**太字**\nです', '日本語の太字です'],
    ['see https://a.test/b', 'see https://a.test/b'],
    ['\n\n   \n', ''],
    ['', ''],
  ] as const) {
    it(`${JSON.stringify(content)} becomes ${JSON.stringify(text)}`, async () =>
      assert.equal(await excerptOf(content, false), text))
  }

  it('has at most 160 code points and ends with an ellipsis if the text is longer', async () => {
    assert.equal(await excerptOf('x'.repeat(160), false), 'x'.repeat(160))
    assert.equal(await excerptOf('x'.repeat(161), false), `${'x'.repeat(159)}…`)
    assert.equal(await excerptOf('😀'.repeat(160), false), '😀'.repeat(160))
    assert.equal(await excerptOf('😀'.repeat(161), false), `${'😀'.repeat(159)}…`)
  })

  it('resolves links and footnotes that are defined at the end of a long text', async () => {
    const content = `A[^1] [link][l] and [other].\n\n${'```\ncode\n```\n\n'.repeat(2000)}[^1]: note\n[l]: /x "t"\n[other]: <https://a.test>`
    assert.equal(await excerptOf(content, false), 'A link and other.')
  })

  it('finds the text after a long beginning without text', async () => {
    assert.equal(await excerptOf(`${'<!-- note -->\n\n'.repeat(300)}text`, false), 'text')
  })

  it('of a paid post comes only from before the marker, and is empty without a free part', async () => {
    assert.equal(await excerptOf(`Free. ${PAYWALL} Paid.`, true), 'Free.')
    assert.equal(await excerptOf(`${PAYWALL} Paid.`, true), '')
    assert.equal(await excerptOf('Paid.', true), '')
    assert.equal(await excerptOf(`Free. ${PAYWALL} Paid. ${PAYWALL} Paid.`, true), 'Free.')
    assert.equal(await excerptOf(`Free. ${PAYWALL} Free too.`, false), 'Free. Free too.')
  })

  it('of any text is well-formed, on one line and at most 160 characters', async () => {
    await fc.assert(
      fc.asyncProperty(markdown, fc.boolean(), async (content, isPaid) => {
        const text = await excerptOf(content, isPaid)
        assert.ok([...text].length <= 160)
        assert.ok(text.isWellFormed())
        assert.equal(text, text.trim())
        assert.doesNotMatch(text, /[\n\r\t]| {2}/)
      }),
      { numRuns: 500 },
    )
  })

  it('never contains a word from after the marker of a paid post', async () => {
    await fc.assert(
      fc.asyncProperty(markdown, markdown, async (before, after) => {
        const text = await excerptOf(`${before}${PAYWALL}zzsecretzz ${after} zzsecretzz`, true)
        assert.ok(!text.includes('zzsecretzz'))
        // The following text may turn the marker into code, which makes it void and the whole post paid.
        if (text !== '') assert.equal(text, await excerptOf(`${before}${PAYWALL}`, true))
      }),
      { numRuns: 500 },
    )
  })

  it('handles a table with very many empty cells', async () => {
    const content = `Words.\n\n${'|'.repeat(601)}\n${'|-'.repeat(600)}|\n${'|\n'.repeat(3000)}`
    assert.match(await excerptOf(content, false), /^Words\./)
  })

  it('stays within its limit for a million hostile characters', async () => {
    for (const part of ['[', '*a ', '`', '> ', '![](', '<a ', '\\', '_a_*', '[a]: b\n', '[^a]: [^a]\n']) {
      assert.ok([...(await excerptOf(part.repeat(1_000_000 / part.length), false))].length <= 160)
    }
  })
})
