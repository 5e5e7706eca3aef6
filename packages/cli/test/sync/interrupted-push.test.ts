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
