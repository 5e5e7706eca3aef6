import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { it } from 'node:test'
import { baseName, dirName, joinPaths } from './posix-path.ts'

it('names, folders and joined paths are those of node:path', () => {
  for (const path of ['a', 'a/b.md', 'a/b/c.tar.gz', 'a/b/', '写真/a b.png', './a', 'content/index.md']) {
    assert.equal(baseName(path), posix.basename(path), path)
    assert.equal(dirName(path), posix.dirname(path), path)
  }
  for (const parts of [
    ['', 'a'],
    ['a', 'b/../c'],
    ['a/b', '../../../x'],
    ['/', 'a', 'b'],
    ['/', '../x'],
    ['a', '/b'],
    ['.', 'a'],
  ]) {
    assert.equal(joinPaths(...parts), posix.join(...parts), parts.join(' + '))
  }
})
