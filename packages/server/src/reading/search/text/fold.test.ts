import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { foldText, foldWithPlaces } from './fold.ts'

describe('folding', () => {
  it('makes texts equal that differ in width, case and form only', () => {
    for (const [one, other] of [
      ['ＮＥＸＴ．ｊｓ', 'next.js'],
      ['ｶﾞｷﾞｸﾞ', 'ガギグ'],
      ['か\u3099', 'が'],
      ['Cafe\u0301', 'café'],
      ['㍿', '株式会社'],
      ['soft\u00adhyphen', 'softhyphen'],
      ['Tromsø', 'tromso'],
      ['Crème brûlée', 'creme brulee'],
      ['ウィンドウ', 'ウインドウ'],
    ] as const) {
      assert.equal(foldText(one), foldText(other))
    }
  })

  it('keeps texts apart that differ in more than that', () => {
    for (const [one, other] of [
      ['がく', 'かく'],
      ['びょういん', 'びよういん'],
      ['cote', 'code'],
    ] as const) {
      assert.notEqual(foldText(one), foldText(other))
    }
  })

  it('finds the place of each character in the original', () => {
    for (const [original, wanted, place] of [
      ['…㍿ﾊﾟﾝ屋', 'パン', 'ﾊﾟﾝ'],
      ['【速報】Ｎｅｘｔ　入門！', 'next 入門', 'Ｎｅｘｔ　入門'],
      ['Ａ\u0301 soft\u00adly Said', 'said', 'Said'],
      ['İstanbul’da bir Gün', 'gun', 'Gün'],
    ] as const) {
      const { text, toOriginal } = foldWithPlaces(original)
      const at = text.indexOf(wanted)
      assert.notEqual(at, -1, text)
      assert.equal(original.slice(toOriginal(at), toOriginal(at + wanted.length)), place)
    }
  })

  it('maps places to the original in ascending order, up to its end, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), original => {
        const { text, toOriginal } = foldWithPlaces(original)
        let last = 0
        for (let i = 0; i <= text.length; i++) {
          assert.ok(toOriginal(i) >= last)
          last = toOriginal(i)
        }
        assert.equal(last, original.length)
      }),
    )
  })
})
