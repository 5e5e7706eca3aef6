import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diffLines } from '../../src/studio/writing/editor/conflict/diff-lines.ts'

const sides = (theirs: string, mine: string) => diffLines(theirs, mine).map(({ side, text }) => `${side[0]} ${text}`)

test('common lines appear once, the others with their side', () => {
  assert.deepEqual(sides('a\nb\nc\nd', 'a\nx\nc\ny\nd'), ['b a', 't b', 'm x', 'b c', 'm y', 'b d'])
})

test('both texts can be reconstructed from the comparison', () => {
  const theirs = 'one\n\ntwo\nthree\n\ntwo'
  const mine = 'zero\none\ntwo\n\ntwo\nfour'
  const lines = diffLines(theirs, mine)
  const without = (side: string) => lines.filter(line => line.side !== side).map(line => line.text)
  assert.equal(without('mine').join('\n'), theirs)
  assert.equal(without('theirs').join('\n'), mine)
})

test('equal texts have only common lines', () => {
  assert.deepEqual(sides('a\nb', 'a\nb'), ['b a', 'b b'])
})
