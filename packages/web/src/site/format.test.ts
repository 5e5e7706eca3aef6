import assert from 'node:assert/strict'
import { it } from 'node:test'
import { formatTime } from './format.ts'

it('shows times with their year and zone, because a comment may be years old', () => {
  assert.equal(formatTime('en', '2024-12-31T15:30:00Z'), 'Dec 31, 2024, 15:30 UTC')
  assert.equal(formatTime('ja', '2024-12-31T15:30:00Z'), '2025年1月1日 00:30 JST')
})
