import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findReferences, replaceReferences } from './references.ts'

const found = (content: string) => findReferences(content).map(({ destination }) => destination)

describe('references in a text', () => {
  it('are links, images, definitions and HTML tags', () => {
    const content = [
      '![a](a.png) and [b](../b.md#part "title") and ![c](<with space.png>)',
      '[d][e] ![f]',
      '',
      '[e]: e.md',
      '[f]: <f.png>',
      '',
      '<img alt="g" src="g.png"> <a href=\'h.md\'>h</a>',
      '',
      '<p><img src="i.png"></p>',
    ].join('\n')
    assert.deepEqual(found(content), [
      'a.png',
      '../b.md#part',
      'with space.png',
      'e.md',
      'f.png',
      'g.png',
      'h.md',
      'i.png',
    ])
  })

  it('are not code, comments or escaped text', () => {
    const content =
      '`![a](a.png)` \\![b](b.png)\n\n```\n![c](c.png)\n```\n\n    ![d](d.png)\n\n<!-- ![e](e.png) -->\n\n[x](y.md)'
    assert.deepEqual(found(content), ['b.png', 'y.md'])
  })

  it('are replaced at their places only, also if code has the same text', () => {
    const content = '`![a](a.png)` ![日本](a.png "t") ~~~ [l](<a b.md>)\n\n```\n[l](a.png)\n```\n'
    const references = findReferences(content)
    const replaced = replaceReferences(content, references, ({ destination }) => `https://x/${encodeURI(destination)}`)
    assert.equal(
      replaced,
      '`![a](a.png)` ![日本](https://x/a.png "t") ~~~ [l](https://x/a%20b.md)\n\n```\n[l](a.png)\n```\n',
    )
  })

  it('may have parentheses, escapes and letters of any script', () => {
    assert.deepEqual(found('![a](a(1).png) [b](b\\_c.md) [c](日本.md) ![d]( d.png )'), [
      'a(1).png',
      'b_c.md',
      '日本.md',
      'd.png',
    ])
  })
})
