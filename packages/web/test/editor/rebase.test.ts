import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_DRAFT } from '../../src/studio/drafts/draft.ts'
import { rebase } from '../../src/studio/writing/editor/saving/rebase.ts'

const base = { ...EMPTY_DRAFT, title: 'Title', content: 'Text', tags: ['a'] }

test('a field that only one side has changed gets that side’s value', () => {
  const { draft, conflicts, taken } = rebase(
    base,
    { ...base, content: 'Mine' },
    { ...base, title: 'Theirs', tags: ['b'] },
  )
  assert.deepEqual(draft, { ...base, content: 'Mine', title: 'Theirs', tags: ['b'] })
  assert.deepEqual([conflicts, taken], [[], ['title', 'tags']])
})

test('a field that both sides changed to different values is a conflict, and keeps my value until it is resolved', () => {
  const { draft, conflicts } = rebase(base, { ...base, content: 'Mine' }, { ...base, content: 'Theirs' })
  assert.equal(draft.content, 'Mine')
  assert.deepEqual(conflicts, ['content'])
})

test('a field that both sides changed to the same value is not a conflict, for example after a lost response', () => {
  const { conflicts, taken } = rebase(base, { ...base, tags: ['b'] }, { ...base, tags: ['b'] })
  assert.deepEqual([conflicts, taken], [[], []])
})
