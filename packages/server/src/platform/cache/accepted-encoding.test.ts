import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encodingFor } from './accepted-encoding.ts'

describe('the encoding of a response', () => {
  it('is the best that the client accepts, and never one that it rejects', () => {
    for (const [accepts, encoding] of [
      ['BR', 'br'],
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip;q=1.0, br;q=0.5', 'br'],
      ['gzip, br;q=0', 'gzip'],
      ['gzip ; q=0.5, br ; q=0.000', 'gzip'],
      ['gzip;q=0, br; q=0', null],
      ['x-brand', null],
      ['*', null],
      ['', null],
    ] as const) {
      assert.equal(encodingFor(accepts), encoding, accepts)
    }
  })

  // With quadratic time this would not end within the test's limit.
  it('is chosen in time linear in the length of the header', () => {
    const far = 1_000_000
    for (const part of [' ', '\t', ';', ',', 'br ', 'br;', '; q=0 ']) {
      for (const end of ['', 'x']) encodingFor(`br${part.repeat(far / part.length)}${end}`)
    }
  })
})
