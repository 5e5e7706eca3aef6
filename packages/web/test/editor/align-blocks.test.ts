import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexOfLastBlock } from '../../src/studio/writing/editor/preview/align-blocks.ts'
import type { BlockKind } from '../../src/studio/writing/editor/text/text-place.ts'

const kinds = (letters: string): BlockKind[] => [...letters].map(letter => KINDS[letter]!)
const KINDS: Readonly<Record<string, BlockKind>> = {
  h: 'heading',
  t: 'text',
  l: 'list',
  c: 'code',
  r: 'rule',
  o: 'other',
}

test('when each block is one element, the last block is the last element', () => {
  assert.equal(indexOfLastBlock(kinds('htl'), kinds('htlthtl')), 2)
  assert.equal(indexOfLastBlock([], kinds('htl')), -1)
})

test('HTML that becomes several elements, or none, shifts the blocks after it', () => {
  assert.equal(indexOfLastBlock(kinds('hot'), kinds('hooot')), 4)
  assert.equal(indexOfLastBlock(kinds('hot'), kinds('ht')), 1)
  assert.equal(indexOfLastBlock(kinds('ho'), kinds('hot')), 1)
})

test('a block without an element maps to the element before it, and does not shift the blocks after it', () => {
  assert.equal(indexOfLastBlock(kinds('htrt'), kinds('htth')), 2)
  assert.equal(indexOfLastBlock(kinds('htc'), kinds('htth')), 1)
  assert.equal(indexOfLastBlock(kinds('htchl'), kinds('hthl')), 3)
})

test('when there are more blocks than elements, the last ones map to the last element', () => {
  assert.equal(indexOfLastBlock(kinds('tttt'), kinds('tt')), 1)
  assert.equal(indexOfLastBlock(kinds('tttt'), []), -1)
})
