import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isUuid, newId } from './ids.ts'

describe('a new id', () => {
  it('is a UUID of version 7 that contains its creation time', () => {
    const beforeMs = Date.now()
    const id = newId()
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const heldMs = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
    assert.ok(heldMs >= beforeMs && heldMs <= Date.now() + 1)
    assert.ok(isUuid(id))
  })

  it('sorts after every earlier id, also within one millisecond', () => {
    // More ids than the counter of one millisecond has.
    const ids = Array.from({ length: 20_000 }, () => newId())
    assert.deepEqual(ids.toSorted(), ids)
    assert.equal(new Set(ids).size, ids.length)
  })
})

describe('isUuid', () => {
  it('accepts any UUID, whatever its version and case', () => {
    fc.assert(fc.property(fc.uuid(), id => isUuid(id) && isUuid(id.toUpperCase())))
  })

  it('rejects everything that PostgreSQL or a path could read as something else', () => {
    const id = newId()
    for (const text of ['', id.replaceAll('-', ''), `{${id}}`, `${id}\n`, ` ${id}`, `${id}0`, id.slice(1), `${id}\0`]) {
      assert.equal(isUuid(text), false, JSON.stringify(text))
    }
    fc.assert(fc.property(fc.string(), text => !isUuid(text)))
  })
})
