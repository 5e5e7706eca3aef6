import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { localPath } from './local-path.ts'
import { redirect } from './respond.ts'

const OWN = 'https://own.example'

/** Resolves the header like a browser. */
const originOf = (location: string) => new URL(location, `${OWN}/login`).origin

const ELSEWHERE = [
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  '/.//evil.example',
  '/./\\evil.example',
  '/x/..//evil.example',
  '/x/y/../..//evil.example',
  '/..//evil.example',
  '/%2e//evil.example',
  '/%2E//evil.example',
  '/x/%2e%2e//evil.example',
  '/x/.%2e/\\evil.example',
  '/x/..\\/evil.example',
  '/.\\\\evil.example',
  '/.\t//evil.example',
  '///evil.example',
  '/@u/..//evil.example?a=1#b',
  'javascript:alert(1)',
  'data:text/html,x',
  '',
]

describe('localPath', () => {
  it('returns the fallback for addresses of other sites', () => {
    for (const address of ELSEWHERE) {
      assert.equal(localPath(address), '/', JSON.stringify(address))
      assert.equal(localPath(address, '/@ann'), '/@ann', JSON.stringify(address))
    }
    assert.equal(localPath(null), '/')
    assert.equal(localPath(undefined, '/@ann'), '/@ann')
  })

  it('keeps path, query and hash of an address on this site', () => {
    for (const path of ['/', '/@ann', '/@ann?a=1&b=//x#c', '/a//b', '/studio/posts?x=https://y/', '/tags/%2F%2Fx']) {
      assert.equal(localPath(path), path)
    }
    assert.equal(localPath('/tags/組版'), '/tags/%E7%B5%84%E7%89%88')
    assert.equal(localPath('/a/../b/./c'), '/b/c')
  })

  it('never returns another site for random combinations of characters on which parsers disagree', () => {
    const pieces = ['/', '\\', '.', '%2e', '%2F', '%5c', '\t', '@', ':', 'x', 'evil.example']
    let texts = ['']
    for (let length = 1; length <= 4; length++) {
      texts = texts.flatMap(text => pieces.map(piece => text + piece))
      for (const text of texts) {
        const address = `/${text}/evil.example`
        const path = localPath(address)
        assert.doesNotMatch(path, /^(?!\/)|^\/[/\\]/, address)
        assert.equal(originOf(path), OWN, address)
        // Parsing the result again gives the same, so no later parser can find another site in it.
        assert.equal(localPath(path), path, address)
      }
    }
  })
})

describe('redirect', () => {
  it('never leads to another site, even if the caller has not checked the path', () => {
    for (const address of ELSEWHERE) assert.equal(originOf(redirect(address).headers['location']!), OWN, address)
    assert.equal(redirect('/@ann?a=1#b').headers['location'], '/@ann?a=1#b')
  })
})
