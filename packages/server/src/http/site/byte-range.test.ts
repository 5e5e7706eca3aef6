import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isNotModified, mayContinue, parseRange } from './byte-range.ts'

const info = { size: 100, etag: '"abc"', modifiedAt: new Date('2030-01-02T03:04:05.678Z') }

describe('parseRange', () => {
  it('reads a start, an end, and a length from the end', () => {
    assert.deepEqual(parseRange('bytes=0-9', 100), { start: 0, end: 9 })
    assert.deepEqual(parseRange('bytes=90-', 100), { start: 90, end: 99 })
    assert.deepEqual(parseRange('bytes=90-999', 100), { start: 90, end: 99 })
    assert.deepEqual(parseRange('bytes=-10', 100), { start: 90, end: 99 })
    assert.deepEqual(parseRange('bytes=-999', 100), { start: 0, end: 99 })
  })

  it('reports ranges that cannot be satisfied', () => {
    for (const header of ['bytes=100-', 'bytes=100-200', 'bytes=-0'])
      assert.equal(parseRange(header, 100), 'unsatisfiable')
  })

  it('ignores missing, malformed and multiple ranges', () => {
    for (const header of [undefined, '', 'bytes=', 'bytes=-', 'bytes=9-1', 'bytes=a-b', 'lines=0-1', 'bytes=0-1,5-6']) {
      assert.equal(parseRange(header, 100), undefined, header)
    }
  })
})

describe('isNotModified', () => {
  it('compares the ETag, and the date only without an ETag', () => {
    for (const tags of ['"abc"', 'W/"abc"', '"x", "abc"', '*'])
      assert.ok(isNotModified({ 'if-none-match': tags }, info))
    const later = 'Wed, 02 Jan 2030 03:04:05 GMT'
    assert.ok(isNotModified({ 'if-modified-since': later }, info))
    assert.ok(!isNotModified({ 'if-none-match': '"x"', 'if-modified-since': later }, info))
    assert.ok(!isNotModified({ 'if-modified-since': 'Wed, 02 Jan 2030 03:04:04 GMT' }, info))
    assert.ok(!isNotModified({ 'if-modified-since': 'nonsense' }, info))
    assert.ok(!isNotModified({}, info))
  })
})

describe('mayContinue', () => {
  it('requires exactly the same ETag or date', () => {
    assert.ok(mayContinue(undefined, info))
    assert.ok(mayContinue('"abc"', info))
    assert.ok(mayContinue('Wed, 02 Jan 2030 03:04:05 GMT', info))
    for (const other of ['"x"', 'W/"abc"', 'Wed, 02 Jan 2030 03:04:06 GMT', 'nonsense'])
      assert.ok(!mayContinue(other, info))
  })
})
