import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EditorSelection, EditorState } from '@codemirror/state'
import { type MarkName, marks } from '../../src/studio/writing/editor/text/marks.ts'
import { paragraphAt } from '../../src/studio/writing/editor/text/paragraph-at.ts'

/** Applies a mark to a text in which `[` and `]` enclose the selection. */
function apply(name: MarkName, marked: string): string {
  const [from, to] = [marked.indexOf('['), marked.lastIndexOf(']') - 1]
  const doc = marked.replace('[', '').replace(/\](?!.*\])/s, '')
  let state = EditorState.create({ doc, selection: EditorSelection.range(from, to) })
  marks[name]({ state, dispatch: transaction => (state = transaction.state) })
  return state.doc.toString()
}

const cases: readonly [MarkName, string, string][] = [
  ['heading', '[Title]', '## Title'],
  ['heading', '[### Title]', '## Title'],
  ['heading', '[## Title]', 'Title'],
  ['subheading', '[## Title]', '### Title'],
  ['list', '[a\nb]', '- a\n- b'],
  ['numbers', '[a\nb]', '1. a\n2. b'],
  ['numbers', '[- a\n- b]', '1. a\n2. b'],
  ['numbers', '[1. a\n2. b]', 'a\nb'],
  ['list', '[1. a\n2. b]', '- a\n- b'],
  ['quote', '[> a\n> b]', 'a\nb'],
  ['code', 'a [b] c', 'a `b` c'],
  ['code', 'x\n[a\nb]\ny', 'x\n```\na\nb\n```\ny'],
  ['code', '[```\na\nb\n```]', 'a\nb'],
  ['code', '[```\n```]', ''],
  ['table', 'a[]\nb', 'a\n\n|  |  |\n| --- | --- |\n|  |  |\n\nb'],
]
for (const [name, marked, expected] of cases) {
  test(`${name} turns ${JSON.stringify(marked)} into ${JSON.stringify(expected)}`, () =>
    assert.equal(apply(name, marked), expected))
}

test('a paragraph is separated by exactly one blank line on each side', () => {
  const insert = (text: string, at: number) => {
    const state = EditorState.create({ doc: text })
    return state.update({ changes: paragraphAt(state.doc, at, 'P') }).state.doc.toString()
  }
  assert.equal(insert('', 0), 'P')
  assert.equal(insert('a', 0), 'a\n\nP')
  assert.equal(insert('a\nb', 0), 'a\n\nP\n\nb')
  assert.equal(insert('a\n\nb', 0), 'a\n\nP\n\nb')
  assert.equal(insert('a\n\nb', 2), 'a\n\nP\n\nb')
  assert.equal(insert('a\n\n\n\nb', 3), 'a\n\nP\n\nb')
})
