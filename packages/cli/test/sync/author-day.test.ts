import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { plain } from '../../../server/test/support/posts/images.ts'
import type { TestServer } from '../../../server/test/support/test-server.ts'
import { createAuthor, startSite } from '../support/author.ts'
import { postText } from '../support/workspace.ts'

let server: TestServer
before(async () => {
  server = await startSite()
})
after(() => server.close())

describe('an author with twelve files', () => {
  it('edits here and in the studio, renames, deletes, schedules and prices: nothing is lost or duplicated', async () => {
    const files: Record<string, string | Uint8Array> = {}
    const textOf = (number: number) =>
      `${number % 2 ? 'テキスト' : 'Text'} ${number} ![画像](./images/${number % 3}.png)`
    for (let number = 1; number <= 12; number++) {
      files[`posts/${number}.md`] = postText({ title: `第${number} post`, status: 'published' }, textOf(number))
    }
    for (let number = 0; number < 3; number++) files[`posts/images/${number}.png`] = await plain('png', 30 + number, 30)
    const { work, edit, post, posts, person } = await createAuthor(server, files)
    const first = await work.gly('push', '--json')
    assert.deepEqual([first.code, first.json.created.length, first.json.uploaded], [0, 12, 3], first.stdout)

    const change = async (number: number, fields: Record<string, string>, text = textOf(number)) =>
      work.write(`posts/${number}.md`, postText({ title: `第${number} post`, ...fields }, text))
    const published = { status: 'published' }
    await edit('posts/1.md', { content: `${(await post('posts/1.md')).content} Studio.` })
    await edit('posts/2.md', { title: '新しい題' })
    await edit('posts/3.md', { content: 'Studio.' })
    await change(3, published, 'File.')
    const { id: renamed } = await post('posts/4.md')
    await work.remove('posts/4.md')
    await work.write('posts/renamed.md', files['posts/4.md'] ?? '')
    await work.remove('posts/5.md')
    await change(6, { status: 'scheduled', scheduled_for: '2999-01-01T09:00:00+09:00' })
    await change(7, { ...published, is_paid: 'true', price_jpy: '500' })

    const second = await work.gly('push', '--prune', '--yes', '--json')
    assert.equal(second.code, 1)
    const { updated, created, pruned, renamed: names, conflicts, unchanged } = second.json
    assert.deepEqual([updated, created, pruned], [['posts/6.md', 'posts/7.md'], [], ['posts/5.md']])
    assert.deepEqual(names, [{ file: 'posts/renamed.md', from: 'posts/4.md' }])
    assert.deepEqual(
      conflicts.map(({ file }: { file: string }) => file),
      ['posts/1.md', 'posts/2.md', 'posts/3.md'],
    )
    assert.equal(unchanged, 5)
    assert.equal((await post('posts/3.md')).content, 'Studio.')
    assert.equal((await post('posts/renamed.md')).id, renamed)
    assert.deepEqual(
      [(await post('posts/6.md'))['status'], (await post('posts/7.md'))['price_jpy']],
      ['scheduled', 500],
    )

    const pulled = await work.gly('pull', '--json')
    assert.deepEqual([pulled.code, pulled.json.updated], [1, ['posts/1.md', 'posts/2.md']])
    assert.match(await work.read('posts/1.md'), /!\[画像\]\(\.\/images\/1\.png\) Studio\.\n$/)
    assert.match(await work.read('posts/2.md'), /^title: 新しい題$/m)
    assert.match(await work.read('posts/3.md'), /File\.\n$/)
    assert.equal((await work.gly('push', '--ours')).code, 0)
    assert.equal((await post('posts/3.md')).content, 'File.')

    assert.equal((await work.gly('push', '--json')).json.unchanged, 11)
    assert.equal((await posts()).length, 11)
    assert.equal((await person.bearer.get('/api/v1/uploads')).body.total, 3)
  })
})
