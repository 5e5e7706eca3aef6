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

  it('are small and of similar length', () => {
    const files = Array.from({ length: 20 }, (_, i) => `packages/server/test/posts/${i}.test.ts`)
    assert.deepEqual(
      group(files).map(({ length }) => length),
      [7, 7, 6],
    )
  })

  it('are of one folder, or the unit tests of one package', () => {
    const posts = ['packages/server/test/posts/create.test.ts', 'packages/server/test/posts/list.test.ts']
    const tokens = ['packages/server/test/tokens/tokens.test.ts']
    const units = ['packages/server/src/core/ids.test.ts', 'packages/server/src/posts/rules/slug.test.ts']
    assert.deepEqual(group([...units, ...tokens, ...posts]), [posts, tokens, units])
  })

  it('begin with the tests in a browser, then come those with much text', () => {
    const small = 'packages/server/test/posts/list.test.ts'
    const large = 'packages/server/test/webhooks/log.test.ts'
    const browser = 'packages/web/test/studio/posts.test.ts'
    assert.deepEqual(group([small, large, browser], { [large]: 9 }), [[browser], [large], [small]])
  })
})
