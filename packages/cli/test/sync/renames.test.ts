import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestServer, type TestServer } from '../../../server/test/support/test-server.ts'
import { createAuthor } from '../support/author.ts'
import { postText } from '../support/workspace.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

const TEXT = postText({ title: 'A' }, 'One.')

describe('a file that was renamed while its post was edited on the server', () => {
  it('keeps its post, and gets the edit with a pull', async () => {
    const { work, edit, post, posts } = await createAuthor(server, { 'posts/a.md': TEXT })
    await work.gly('push')
    const { id } = await post('posts/a.md')
    await edit('posts/a.md', { title: 'Theirs', content: 'Two.' })
    await work.remove('posts/a.md')
    await work.write('posts/b.md', TEXT)
    const pushed = await work.gly('push', '--json')
    assert.deepEqual([pushed.code, pushed.json.created, pushed.json.conflicts[0].file], [1, [], 'posts/b.md'])
    assert.deepEqual((await work.gly('pull', '--json')).json.updated, ['posts/b.md'])
    assert.deepEqual((await work.gly('push', '--json')).json.renamed, [{ file: 'posts/b.md', from: 'posts/a.md' }])
    assert.deepEqual(
      (await posts()).map(each => [each.id, each['external_id'], each['title']]),
      [[id, 'posts/b.md', 'Theirs']],
    )
  })
})

describe('a file that was renamed in one of two folders', () => {
  it('has one name on the server, whichever folder pushes', async () => {
    const { work, clone, post, posts } = await createAuthor(server, { 'posts/a.md': TEXT })
    const other = await clone({ 'posts/a.md': TEXT })
    for (const folder of [work, other]) assert.equal((await folder.gly('push')).code, 0)
    const { id } = await post('posts/a.md')
    await work.remove('posts/a.md')
    await work.write('posts/b.md', TEXT)
    assert.equal((await work.gly('push', '--json')).json.renamed.length, 1)
    for (const folder of [other, work, other]) {
      const { code, json } = await folder.gly('push', '--json')
      assert.deepEqual([code, json.renamed, json.unchanged, json.no_file], [0, [], 1, []])
    }
    // Neither its text nor its title is that of the post.
    await other.write('posts/a.md', postText({ title: 'B' }, 'Two.'))
    const { json } = await other.gly('push', '--json')
    assert.deepEqual([json.created, json.updated, json.renamed], [[], ['posts/a.md'], []])
    assert.deepEqual((await work.gly('pull', '--json')).json.updated, ['posts/b.md'])
    assert.deepEqual(
      (await posts()).map(each => [each.id, each['external_id']]),
      [[id, 'posts/b.md']],
    )
  })

  it('can be renamed back', async () => {
    const { work, post } = await createAuthor(server, { 'posts/a.md': TEXT })
    for (const [from, to] of [
      ['posts/c.md', 'posts/a.md'],
      ['posts/a.md', 'posts/b.md'],
      ['posts/b.md', 'posts/a.md'],
    ] as const) {
      await work.remove(from)
      await work.write(to, TEXT)
      await work.gly('push')
      assert.equal((await post(to)).content, 'One.')
    }
  })

  it('gets its new name also if the status was shown before', async () => {
    const { work, clone } = await createAuthor(server, { 'posts/a.md': TEXT })
    await work.gly('push')
    const other = await clone({ 'posts/b.md': TEXT })
    await other.gly('status')
    assert.equal((await other.gly('push', '--json')).json.renamed.length, 1)
  })
})
