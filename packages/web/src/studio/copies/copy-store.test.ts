import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Copy } from './copy.ts'
import { complete } from './copy-store.ts'
import { EMPTY_DRAFT } from './draft.ts'

test('a stored text without a field that posts have by now gets its default value', () => {
  const { visibility: _, ...before } = { ...EMPTY_DRAFT, title: 'Stored' }
  const copy = { key: '1', draft: before, base: { draft: before, etag: '"1"' } } as unknown as Copy
  const { draft, base } = complete(copy)
  assert.deepEqual([draft, base?.draft], Array(2).fill({ ...EMPTY_DRAFT, title: 'Stored' }))
  assert.equal(complete({ ...copy, base: undefined }).base, undefined)
})
