import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_DRAFT } from '../src/studio/copies/draft.ts'
import { rebase } from '../src/studio/editor/saving/rebase.ts'

const base = { ...EMPTY_DRAFT, title: 'Title', content: 'Text', tags: ['a'] }

test('what only one side has changed is taken from it', () => {
  const { draft, conflicts, taken } = rebase(
    base,
    { ...base, content: 'Mine' },
    { ...base, title: 'Theirs', tags: ['b'] },
  )
  assert.deepEqual(draft, { ...base, content: 'Mine', title: 'Theirs', tags: ['b'] })
  assert.deepEqual([conflicts, taken], [[], ['title', 'tags']])
})

test('what both have changed to different ends is a question, and mine stays until it is answered', () => {
  const { draft, conflicts } = rebase(base, { ...base, content: 'Mine' }, { ...base, content: 'Theirs' })
  assert.equal(draft.content, 'Mine')
  assert.deepEqual(conflicts, ['content'])
})

test('what both have changed to the same end is no question: an answer that got lost, for example', () => {
  const { conflicts, taken } = rebase(base, { ...base, tags: ['b'] }, { ...base, tags: ['b'] })
  assert.deepEqual([conflicts, taken], [[], []])
})
