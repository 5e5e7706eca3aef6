import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { eventually } from '../../../server/test/support/eventually.ts'
import { plain } from '../../../server/test/support/posts/images.ts'
import { createAuthor } from '../support/author.ts'
import { siteWithCountingProxy } from '../support/counting-proxy.ts'
import { postText } from '../support/workspace.ts'

const site = siteWithCountingProxy()

describe('a push after one that was killed', () => {
  it('sends everything once', async () => {
    const files: Record<string, string | Uint8Array> = {}
    for (let number = 0; number < 40; number++) {
      const links = `[next](./${(number + 1) % 40}.md)`
      files[`posts/${number}.md`] = postText(
        { title: `Post ${number}`, status: 'published' },
        `${number} ![i](${number % 10}.png) ${links}`,
      )
      if (number < 10) files[`posts/${number}.png`] = await plain('png', 20 + number, 20)
    }
    const { work, person, posts } = await createAuthor(site.server, files)
    for (const until of [3, 25]) {
      const child = work.start(['push'])
      const ended = once(child, 'close')
      await eventually(async () => assert.ok((await posts()).length >= until || child.exitCode !== null), 30_000)
      child.kill('SIGKILL')
      await ended
    }
    const last = await work.gly('push', '--json')
    assert.equal(last.code, 0, last.stdout + last.stderr)
    const all = await posts()
    assert.deepEqual([all.length, new Set(all.map(post => post['external_id'])).size], [40, 40])
    for (const post of all) assert.equal(post['status'], 'published')
    const { body } = await person.bearer.get('/api/v1/uploads')
    assert.equal(body.total, 10)
    assert.equal((await work.gly('push', '--json')).json.unchanged, 40)
  })

  for (const [what, content, expected] of [
    ['with the same text', 'Text.', { code: 0, conflicts: 0 }],
    ['with a text of somebody else', 'Other text.', { code: 1, conflicts: 1 }],
  ] as const) {
    it(`finds a post that the server created meanwhile, ${what}`, async () => {
      const { work, person, post } = await createAuthor(site.server, {
        'posts/a.md': postText({ title: 'A' }, 'Text.'),
        'posts/b.md': postText({ title: 'B' }, '[c](c.md)'),
        'posts/c.md': postText({ title: 'C' }, '[b](b.md)'),
      })
      work.env['GALLEY_URL'] = site.proxy.url
      site.proxy.before = async request => {
        if (request !== 'POST /api/v1/posts') return
        delete site.proxy.before
        // As a push that was killed just before: one post with its text, and one that others link to.
        await person.bearer.post('/api/v1/posts', { title: 'A', content, external_id: 'posts/a.md' })
        await person.bearer.post('/api/v1/posts', { title: 'B', content: '', external_id: 'posts/b.md' })
      }
      const { code, json } = await work.gly('push', '--json')
      assert.deepEqual({ code, conflicts: json.conflicts.length }, expected, JSON.stringify(json))
      assert.equal((await post('posts/a.md')).content, content)
      assert.match((await post('posts/b.md')).content, /\[c\]\(http/)
    })
  }
})

describe('a push during which posts are deleted and edited on the server', () => {
  it('leaves these alone and names them, sends the others, and deletes the posts of deleted files', async () => {
    const files: Record<string, string> = {}
    for (let number = 0; number < 20; number++) {
      files[`posts/${number}.md`] = postText({ title: `Post ${number}` }, `Text ${number}.`)
    }
    const { work, person, post, posts, edit } = await createAuthor(site.server, files)
    work.env['GALLEY_URL'] = site.proxy.url
    await work.gly('push')
    for (let number = 0; number < 3; number++) await work.remove(`posts/${number}.md`)
    for (let number = 3; number < 20; number++) {
      await work.write(`posts/${number}.md`, postText({ title: `Post ${number}` }, `Changed ${number}.`))
    }
    const change = async () => {
      await edit('posts/1.md', { content: 'Edited.' })
      await person.session.delete(`/api/v1/posts/${(await post('posts/19.md')).id}`)
    }
    let changing: Promise<void> | undefined
    site.proxy.before = async request => {
      if (request.startsWith('PATCH')) changing ??= change()
      await changing
    }
    const { code, json } = await work.gly('push', '--prune', '--yes', '--json')
    delete site.proxy.before
    assert.equal(code, 1)
    const { pruned, conflicts, updated } = json
    assert.deepEqual(conflicts.map(({ file }: { file: string }) => file).sort(), ['posts/1.md', 'posts/19.md'])
    assert.deepEqual([pruned, updated.length], [['posts/0.md', 'posts/2.md'], 16])
    assert.equal((await post('posts/1.md')).content, 'Edited.')
    assert.equal((await posts()).length, 17)
  })
})
