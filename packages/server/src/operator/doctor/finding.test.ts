import assert from 'node:assert/strict'
import { it } from 'node:test'
import { reasonOf } from './finding.ts'

it('the reason of an error fits into a sentence', () => {
  const reasons: [unknown, string][] = [
    [new Error('The signature does not match.\n Check your key.'), 'The signature does not match. Check your key'],
    [new AggregateError([new Error('refused'), new Error('timed out.')]), 'refused; timed out'],
    [new TypeError(''), 'TypeError'],
    ['closed', 'closed'],
  ]
  for (const [error, reason] of reasons) assert.equal(reasonOf(error), reason)
})
