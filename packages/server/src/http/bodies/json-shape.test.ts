import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { JSON_DEPTH_MAX, JSON_VALUES_MAX } from '@galley/contract/limits'
import fc from 'fast-check'
import { jsonShapeError } from './json-shape.ts'

const codeOf = (json: string) => jsonShapeError(Buffer.from(json))?.fields[0]?.code
const nested = (depth: number, [open, close] = ['[', ']']) => open!.repeat(depth) + close!.repeat(depth)

describe('the size limits of a JSON text', () => {
  it('allow 20 levels of nesting, in arrays and objects, and not one more', () => {
    assert.equal(codeOf(nested(JSON_DEPTH_MAX)), undefined)
    assert.equal(codeOf(nested(JSON_DEPTH_MAX + 1)), 'INVALID_VALUE')
    assert.equal(codeOf(`{"a":${nested(JSON_DEPTH_MAX, ['{"a":', '}'])}}`), 'INVALID_VALUE')
    assert.equal(codeOf('['.repeat(1_000_000)), 'INVALID_VALUE')
    assert.equal(codeOf(`[${`${nested(JSON_DEPTH_MAX - 1)},`.repeat(100)}1]`), undefined)
  })

  it('allow 20,000 values, and not many more', () => {
    const list = (length: number) => `[${Array(length).fill('0').join(',')}]`
    assert.equal(codeOf(list(JSON_VALUES_MAX - 1)), undefined)
    assert.equal(codeOf(list(JSON_VALUES_MAX)), 'TOO_MANY')
    assert.equal(codeOf(`{${'"a":1,'.repeat(JSON_VALUES_MAX)}"a":1}`), 'TOO_MANY')
    assert.equal(codeOf(`[${'{},'.repeat(JSON_VALUES_MAX / 2)}1]`), 'TOO_MANY')
  })

  it('ignore brackets and commas inside strings', () => {
    for (const text of [
      '['.repeat(100),
      ',{'.repeat(20_000),
      '\\"[['.repeat(50),
      '"['.repeat(200),
      '\\\\',
      '\\\\\\"[',
      '"\\'.repeat(99),
    ]) {
      assert.equal(codeOf(JSON.stringify({ [text]: text })), undefined)
    }
    assert.equal(codeOf(`["\\\\",${nested(JSON_DEPTH_MAX)}]`), 'INVALID_VALUE')
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), text => {
        const inside = JSON.stringify([text])
        return codeOf(inside) === undefined && codeOf(`[${inside},${nested(JSON_DEPTH_MAX)}]`) === 'INVALID_VALUE'
      }),
    )
  })

  it('can be checked on any bytes, JSON or not', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 100 }), bytes => void jsonShapeError(bytes)))
    for (const text of ['', '"', '"\\', ']]]]', '{"a', '\\"']) assert.equal(codeOf(text), undefined)
  })
})
