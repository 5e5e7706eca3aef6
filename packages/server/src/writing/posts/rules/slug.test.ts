import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { newSlug, slugWords } from './slug.ts'

const anyTitle = fc.string({
  unit: fc.oneof(fc.constantFrom(' ', '-', 'A', 'ß', '日', 'İ', '😀', '\u0301'), fc.nat(0x10ffff).map(codePoint)),
})

function codePoint(value: number): string {
  return String.fromCodePoint(value)
}

describe('slug', () => {
  for (const [title, words] of [
    ['Hello, World!', 'hello-world'],
    ['  --Hello--  ', 'hello'],
    ['ＡＢＣ　１２３', 'abc-123'],
    ['日本語のタイトル。その2', '日本語のタイトル-その2'],
    ['Ünïcödé', 'ünïcödé'],
    ['हिन्दी में', 'हिन्दी-में'],
    ['C++ & C#', 'c-c'],
    ['I ❤️ cats', 'i-cats'],
    ['a\u200bb', 'a-b'],
    ['😀', ''],
    ['', ''],
  ] as const) {
    it(`${JSON.stringify(title)} becomes ${JSON.stringify(words)}`, () => assert.equal(slugWords(title), words))
  }

  it('ends with a hyphen and 8 random characters', () => {
    assert.match(newSlug('Hello'), /^hello-[a-z0-9]{8}$/)
    assert.notEqual(newSlug('Hello'), newSlug('Hello'))
  })

  it('of a title without letters begins with "post"', () => assert.match(newSlug('😀 !'), /^post-[a-z0-9]{8}$/))

  it('uses 60 code points of the title, without a hyphen at the cut', () => {
    assert.equal(slugWords('x'.repeat(100)), 'x'.repeat(60))
    assert.equal(slugWords('𠮷'.repeat(100)), '𠮷'.repeat(60))
    assert.equal(slugWords(`${'x'.repeat(59)} yyyy`), 'x'.repeat(59))
  })

  it('of any title has letters, marks and digits between single hyphens, in lower case, at most 60, none cut in half', () => {
    fc.assert(
      fc.property(anyTitle, title => {
        const words = slugWords(title)
        assert.match(words, /^$|^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u)
        assert.ok([...words].length <= 60)
        assert.ok(words.isWellFormed())
        assert.equal(words, words.toLowerCase())
        assert.match(newSlug(title), /^.+-[a-z0-9]{8}$/u)
      }),
      { numRuns: 500 },
    )
  })
})
