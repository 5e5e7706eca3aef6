import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eachTerm } from '../text/terms.ts'
import { wordUnits } from './query-units.ts'

const termsOfText = (text: string) => {
  const terms = new Set<string>()
  eachTerm(text, term => terms.add(term))
  return terms
}
const asked = (word: string) => wordUnits(word).map(({ terms, isExact }) => ({ terms, isExact }))

describe('the terms of a query', () => {
  it('are groups of three for a katakana word, because its pairs are in many other words', () => {
    assert.deepEqual(asked('データベース'), [{ terms: ['データ', 'ータベ', 'タベー', 'ベース'], isExact: false }])
  })

  it('are pairs for kanji and hiragana', () => {
    assert.deepEqual(asked('食べ方'), [{ terms: ['食べ', 'べ方'], isExact: false }])
  })

  it('are exact for a word that is a single term', () => {
    for (const word of ['犬', '東京', 'プロ', 'データ'])
      assert.deepEqual(asked(word), [{ terms: [word], isExact: true }])
    for (const word of ['東京都', '日日日', 'サーバル']) assert.equal(asked(word)[0]?.isExact, false)
  })

  it('are all among the terms of a text that contains the word', () => {
    const text = termsOfText('新しいデータベースのサーバーで東京都の食べ方をプロが調べる')
    for (const word of [
      'データ',
      'ベース',
      'データベース',
      'サーバー',
      '東京都',
      '食べ方',
      'プロ',
      '新しい',
      '調べる',
    ]) {
      for (const term of asked(word).flatMap(({ terms }) => terms)) assert.ok(text.has(term), `${word}: ${term}`)
    }
  })
})
