import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_DRAFT } from './draft.ts'
import { fromRecord } from './draft-store.ts'

test('a text that an earlier studio stored gets default values for fields that posts have by now, and stays a backup', () => {
  const { visibility: _, ...before } = { ...EMPTY_DRAFT, title: 'Stored' }
  const record = { key: '1', draft: before, base: { draft: before, etag: '"1"' }, setAside: true, keptAt: 5 }
  const stored = fromRecord(record as unknown as Parameters<typeof fromRecord>[0])
  assert.deepEqual([stored.draft, stored.base?.draft], Array(2).fill({ ...EMPTY_DRAFT, title: 'Stored' }))
  assert.deepEqual([stored.isBackup, stored.storedAt, stored.externalId], [true, 5, 'studio:1'])
  assert.equal(
    fromRecord({ ...record, base: undefined } as unknown as Parameters<typeof fromRecord>[0]).base,
    undefined,
  )
})
