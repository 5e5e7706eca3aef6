import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { groupFiles } from './group-files.ts'

describe('the groups of test files that share a process', () => {
  it('contain each file once', () => {
    const files = Array.from({ length: 20 }, (_, i) => `packages/server/test/posts/${i}.test.ts`)
    assert.deepEqual(groupFiles(files).flat().toSorted(), files.toSorted())
  })

  it('are small and of similar length', () => {
    const files = Array.from({ length: 13 }, (_, i) => `packages/server/test/posts/${i}.test.ts`)
    assert.deepEqual(
      groupFiles(files).map(group => group.length),
      [5, 4, 4],
    )
  })

  it('are of one folder, or the unit tests of one package', () => {
    const posts = ['packages/server/test/posts/create.test.ts', 'packages/server/test/posts/list.test.ts']
    const trash = ['packages/server/test/trash/trash.test.ts']
    const units = ['packages/server/src/core/ids.test.ts', 'packages/server/src/posts/rules/slug.test.ts']
    assert.deepEqual(groupFiles([...trash, ...posts, ...units]), [units, posts, trash])
  })

  it('begin with the tests in a browser', () => {
    const files = ['packages/server/test/posts/list.test.ts', 'packages/web/test/studio/posts.test.ts']
    assert.deepEqual(groupFiles(files), [[files[1]], [files[0]]])
  })
})
