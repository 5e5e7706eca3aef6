import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Freshness } from './freshness.ts'

describe('a replica may be used', () => {
  it('while it is known to have everything up to a time within the allowed lag', () => {
    const freshness = new Freshness(5000)
    assert.equal(freshness.isFreshFor([], 0), false)
    freshness.confirm(1000)
    assert.equal(freshness.isFreshFor(['post:1'], 6000), true)
    assert.equal(freshness.isFreshFor(['post:1'], 6001), false)
    freshness.distrust()
    assert.equal(freshness.isFreshFor([], 1000), false)
  })

  it('about what has changed only after it has that change', () => {
    const freshness = new Freshness(5000)
    freshness.confirm(1000)
    freshness.changed('lists', 1500)
    assert.equal(freshness.isFreshFor(['lists', 'post:1'], 1600), false)
    assert.equal(freshness.isFreshFor(['post:1'], 1600), true)
    freshness.confirm(1400)
    assert.equal(freshness.isFreshFor(['lists'], 1600), false)
    freshness.confirm(1501)
    assert.equal(freshness.isFreshFor(['lists'], 1600), true)
    freshness.changed(undefined, 1700)
    assert.equal(freshness.isFreshFor(['post:1'], 1800), false)
    freshness.confirm(1701)
    assert.equal(freshness.isFreshFor(['post:1'], 1800), true)
  })
})
