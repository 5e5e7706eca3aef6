import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { GenerationMap } from './generation-map.ts'

describe('GenerationMap', () => {
  it('holds an entry for at least its lifetime and at most twice that', () => {
    const map = new GenerationMap<number>(100, 1000)
    for (let nowMs = 0; nowMs < 1000; nowMs++) {
      map.set(`k${nowMs}`, nowMs, nowMs)
      for (let age = 0; age < 100 && age <= nowMs; age += 33) assert.equal(map.get(`k${nowMs - age}`), nowMs - age)
      assert.equal(map.get(`k${nowMs - 200}`), undefined)
    }
  })

  it('drops everything after a pause', () => {
    const map = new GenerationMap<number>(100, 1000)
    map.set('a', 1, 0)
    map.set('b', 2, 500)
    assert.deepEqual([map.get('a'), map.get('b'), map.size], [undefined, 2, 1])
  })

  it('never has more entries than allowed, and holds the latest ones', () => {
    const map = new GenerationMap<number>(1000, 100)
    for (let i = 0; i < 10_000; i++) {
      map.set(`k${i}`, i, 0)
      assert.ok(map.size <= 100)
      if (i >= 49) assert.equal(map.get(`k${i - 49}`), i - 49)
    }
  })
})
