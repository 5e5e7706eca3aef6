import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isUuid, newId } from './ids.ts'

describe('a new id', () => {
  it('is a UUID of version 7 that holds its time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 48 - 1 }), nowMs => {
        const id = newId(nowMs)
        assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        assert.equal(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16), nowMs)
        assert.ok(isUuid(id))
      }),
    )
  })

  it('sorts after every id of an earlier millisecond, and is never the same', () => {
    const ids = Array.from({ length: 1000 }, (_, i) => newId(1_700_000_000_000 + i))
    assert.deepEqual(ids.toSorted(), ids)
    assert.equal(new Set(Array.from({ length: 10_000 }, () => newId(0))).size, 10_000)
  })
})

describe('isUuid', () => {
  it('takes any UUID, whatever its version and case', () => {
    fc.assert(fc.property(fc.uuid(), id => isUuid(id) && isUuid(id.toUpperCase())))
  })

  it('takes nothing that PostgreSQL or a path could read as something else', () => {
    const id = newId()
    for (const text of ['', id.replaceAll('-', ''), `{${id}}`, `${id}\n`, ` ${id}`, `${id}0`, id.slice(1), `${id}\0`]) {
      assert.equal(isUuid(text), false, JSON.stringify(text))
    }
    fc.assert(fc.property(fc.string(), text => !isUuid(text)))
  })
})
