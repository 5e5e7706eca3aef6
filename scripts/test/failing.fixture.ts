/** Tests that fail on purpose, for the test of the reporter. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

describe('a suite', () => {
  it('passes', () => {})
  it('compares', () => {
    console.log('printed by the test')
    assert.deepEqual({ a: 1 }, { a: 2 })
  })
  it('has a long message', () => {
    assert.match('x'.repeat(5000), /y/)
  })
})
