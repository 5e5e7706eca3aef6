import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
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

const FILES = async () => ({
  'posts/a.md': postText(
    { title: '京都の雨', status: 'published', tags: '[rain, 雨]', cover_image_url: '"./img/表 紙.png"' },
    '![i](<img/表 紙.png#y> "t") [b](sub/b.md#x) [c][ref]\n\n[ref]: ./c%20d.md\n\n`[b](b.md)`\n',
  ),
  'posts/sub/b.md': `---\n# a comment\ntitle: B # another\ntags: []\n\nsubtitle: S\n---\nNo empty line, no line end: [a](../a.md)`,
  'posts/c d.md': postText({ title: 'C', id: 'third' }, ''),
  'posts/img/表 紙.png': await plain('png'),
})

describe('gly pull', () => {
  it('changes no file after a push, also in a fresh clone', async () => {
    const files = await FILES()
    const { work, clone } = await createAuthor(server, files)
    assert.equal((await work.gly('push')).code, 0)
    for (const each of [work, await clone(files)]) {
      const result = await each.gly('pull', '--json')
      assert.deepEqual([result.code, result.json.created, result.json.updated], [0, [], []], result.stdout)
      for (const [path, text] of Object.entries(files)) {
        assert.deepEqual(await readFile(join(each.folder, path)), Buffer.from(text))
      }
    }
  })

  it('writes all posts and images to an empty folder, and a push then sends nothing', async () => {
    const { work, clone, person } = await createAuthor(server, await FILES())
    await work.gly('push')
    await person.session.post('/api/v1/posts', {
      title: 'From the studio: one',
      content: '# Hello\r\n\r\nText\n',
      status: 'published',
    })
    await person.session.put('/api/v1/posts/by-external-id/studio%3A1', { title: 'From the studio: one', content: '' })
    const empty = await clone()
    const pulled = await empty.gly('pull', '--json')
    assert.equal(pulled.code, 0, pulled.stdout + pulled.stderr)
    assert.equal(pulled.json.created.length, 5)
    assert.match(await empty.read('posts/a.md'), /!\[i\]\(\.\/images\/[^)]+\.png#y "t"\) \[b\]\(\.\/sub\/b\.md#x\)/)
    const again = await empty.gly('push', '--json')
    assert.deepEqual(
      [again.code, again.json.created, again.json.updated, again.json.uploaded],
      [0, [], [], 0],
      again.stdout,
    )
    assert.equal(again.json.unchanged, 5)
    assert.deepEqual((await empty.gly('pull', '--json')).json.updated, [])
  })

  it('writes a missing file that others link to, as after an interrupted pull', async () => {
    const files = await FILES()
    const { work } = await createAuthor(server, files)
    await work.gly('push')
    await work.remove('posts/sub/b.md')
    const result = await work.gly('pull', '--json')
    assert.deepEqual([result.code, result.json.created, result.json.updated], [0, ['posts/sub/b.md'], []])
    assert.equal(await work.read('posts/a.md'), files['posts/a.md'])
    assert.equal((await work.gly('push', '--json')).json.unchanged, 3)
  })

  it('takes edits of the server, and keeps comments and the spelling of links', async () => {
    const files = await FILES()
    const { work, edit, post } = await createAuthor(server, files)
    await work.gly('push')
    const { content } = await post('posts/a.md')
    await edit('posts/a.md', { content: `${content}More.` })
    await edit('posts/sub/b.md', { subtitle: 'T', category: 'ai' })
    const result = await work.gly('pull', '--json')
    assert.deepEqual([result.code, result.json.updated], [0, ['posts/a.md', 'posts/sub/b.md']])
    assert.equal(await work.read('posts/a.md'), files['posts/a.md'].replace(/\n$/, 'More.\n'))
    const b = await work.read('posts/sub/b.md')
    assert.match(b, /^---\n# a comment\ntitle: B # another\ntags: \[\]\n\nsubtitle: T\ncategory: ai\n---\n/)
    assert.equal((await work.gly('push', '--json')).json.unchanged, 3)
  })

  it('writes the name of a cover so that it is found again', async () => {
    const { work, edit, post } = await createAuthor(server, {
      'posts/a.md': postText({ title: 'A' }, '![i](photo%20%231%25.png)'),
      'posts/photo #1%.png': await plain('png', 22, 22),
    })
    await work.gly('push')
    const { content } = await post('posts/a.md')
    await edit('posts/a.md', { cover_image_url: /\((.*)\)/.exec(content)?.[1] })
    assert.equal((await work.gly('pull')).code, 0)
    assert.match(await work.read('posts/a.md'), /cover_image_url: \.\/photo %231%25\.png\n/)
    assert.equal((await work.gly('push', '--json')).json.unchanged, 1)
  })

  it('does not replace a file with changes that were not pushed', async () => {
    const { work, edit } = await createAuthor(server, { 'posts/a.md': postText({ title: 'A' }, 'One.') })
    await work.gly('push')
    await edit('posts/a.md', { content: 'Theirs.' })
    const mine = postText({ title: 'A' }, 'Mine.')
    await work.write('posts/a.md', mine)
    const result = await work.gly('pull')
    assert.equal(result.code, 1)
    assert.match(result.stdout, /not written posts\/a\.md/)
    assert.equal(await work.read('posts/a.md'), mine)
    assert.equal((await work.gly('pull', '--theirs')).code, 0)
    assert.equal(await work.read('posts/a.md'), postText({ title: 'A' }, 'Theirs.'))
  })

  it('does not write outside the folder, whatever the name of a post is', async () => {
    const { work, person } = await createAuthor(server, {})
    for (const name of ['posts/../../evil.md', 'posts/.git/hooks/evil.md', '/etc/evil.md']) {
      await person.session.put(`/api/v1/posts/by-external-id/${encodeURIComponent(name)}`, {
        title: 'Evil',
        content: 'x',
      })
    }
    const result = await work.gly('pull', '--json')
    for (const path of result.json.created) assert.match(path, /^posts\/evil(-\d)?\.md$/)
  })
})
