import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeBetween, splitBlocks } from '../../src/studio/writing/editor/preview/split-blocks.ts'

const html =
  '<h1 id="a">A</h1>\n<p>one<br>two <em>three</em></p>\n<blockquote>\n<p>q</p>\n</blockquote>\n<hr>\n<p>end</p>\n'

test('the blocks are the outermost elements, and joined they are the same HTML', () => {
  const blocks = splitBlocks(html)
  assert.equal(blocks.length, 5)
  assert.equal(blocks.join(''), html)
})

test('a change replaces only the blocks that differ', () => {
  const blocks = splitBlocks(html)
  const change = changeBetween(blocks, html.replace('<p>q</p>', '<p>q</p>\n<p>r</p>'))
  assert.deepEqual([change.before, change.after], [2, 2])
  assert.deepEqual(change.blocks, ['<blockquote>\n<p>q</p>\n<p>r</p>\n</blockquote>\n'])
})

test('equal blocks at both ends of a change are not counted twice', () => {
  const blocks = splitBlocks('<p>x</p><p>x</p>')
  assert.deepEqual(changeBetween(blocks, '<p>x</p>'), { before: 1, after: 0, blocks: [] })
  assert.deepEqual(changeBetween(blocks, '<p>x</p><p>x</p><p>x</p>'), { before: 2, after: 0, blocks: ['<p>x</p>'] })
})

test('a change from or to empty HTML adds or removes all blocks', () => {
  assert.deepEqual(changeBetween([], '<p>x</p>'), { before: 0, after: 0, blocks: ['<p>x</p>'] })
  assert.deepEqual(changeBetween(['<p>x</p>'], ''), { before: 0, after: 0, blocks: [] })
})
