import assert from 'node:assert/strict'
import { it } from 'node:test'
import { headLines } from './ready-head.ts'

it('writes headers as lines', () => {
  assert.equal(headLines({ etag: '"a"', vary: 'Origin' }), 'etag: "a"\r\nvary: Origin\r\n')
  assert.equal(headLines({}), '')
})

it('lets no header become two, nor a head end early', () => {
  for (const value of ['a\r\nset-cookie: b', 'a\n', 'a\0', 'a\u0100']) assert.throws(() => headLines({ link: value }))
  for (const name of ['a b', 'a:', '', 'a\r\nb']) assert.throws(() => headLines({ [name]: 'value' }))
})
