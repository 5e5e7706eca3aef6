import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { groupFiles } from './group-files.ts'

const group = (files: readonly string[], sizes: Record<string, number> = {}) =>
  groupFiles(files, file => sizes[file] ?? 1)

describe('the groups of test files that share a process', () => {
  it('contain each file once', () => {
    const folders = [
      'packages/web/test/site',
      'packages/client/test',
      'packages/server/src/core',
      'proof/abuse',
      'scripts',
    ]
    const files = folders.flatMap(folder => Array.from({ length: 20 }, (_, i) => `${folder}/${i}.test.ts`))
    assert.deepEqual(group(files).flat().toSorted(), files.toSorted())
  })

  it('are of similar length, each with large and small files', () => {
    const files = Array.from({ length: 38 }, (_, i) => `packages/server/test/posts/${i}.test.ts`)
    const sizes = Object.fromEntries(files.map((file, i) => [file, 100 - i]))
    const groups = group(files, sizes)
    assert.deepEqual(
      groups.map(({ length }) => length),
      [13, 13, 12],
    )
    assert.deepEqual(
      groups.map(([largest]) => largest),
      files.slice(0, 3),
    )
  })

  it('are of one package', () => {
    const [one, other] = ['packages/markdown/src/a.test.ts', 'packages/web/src/b.test.ts']
    assert.deepEqual(group([one, other]), [[one], [other]])
  })

  it('begin with the tests in a browser, and end with the unit tests', () => {
    const unit = 'packages/server/src/platform/core/ids.test.ts'
    const server = 'packages/server/test/posts/list.test.ts'
    const browser = 'packages/web/test/studio/posts.browser.test.ts'
    assert.deepEqual(group([unit, server, browser]), [[browser], [server], [unit]])
  })
})
