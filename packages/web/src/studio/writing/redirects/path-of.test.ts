import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pathOf } from './path-of.ts'

describe('the path that an author types', () => {
  it('may be a path, an address or have no slash', () => {
    assert.equal(pathOf(' /2015/rain '), '/2015/rain')
    assert.equal(pathOf('2015/rain'), '/2015/rain')
    assert.equal(pathOf('https://old.example/2015/rain/?utm=1#top'), '/2015/rain/')
    assert.equal(pathOf('/2015/rain?utm=1'), '/2015/rain')
  })

  it('may be encoded or not', () => {
    assert.equal(pathOf('/%E9%9B%A8'), '/雨')
    assert.equal(pathOf('https://old.example/雨'), '/雨')
    assert.equal(pathOf('/100%'), '/100%')
  })
})
