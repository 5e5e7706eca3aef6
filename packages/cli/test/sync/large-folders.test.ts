import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plain } from '../../../server/test/support/posts/images.ts'
import { createAuthor } from '../support/author.ts'
import { siteWithCountingProxy } from '../support/counting-proxy.ts'
import { postText } from '../support/workspace.ts'

const site = siteWithCountingProxy()

/** More than one page of the API's list. */
const COUNT = 110

describe('a folder with many posts', () => {
  it('that is unchanged takes one request per 100 posts and a few more, and no write, also in a fresh clone', async () => {
    const names = Array.from({ length: COUNT }, (_, number) => `posts/${number}.md`)
    const image = await plain('png')
    const files = Object.fromEntries([
      ...names.map((path, number) => [
        path,
        postText(
          { title: `Post ${number}`, tags: `[t${number}]` },
          `${number} ![i](i.png) [next](./${(number + 1) % COUNT}.md)`,
        ),
      ]),
      ['posts/i.png', image] as const,
    ])
    const { work, clone, posts } = await createAuthor(site.server, files)
    work.env['GALLEY_URL'] = site.proxy.url
    const first = await work.gly('push', '--json')
    assert.deepEqual([first.code, first.json.created.length, first.json.uploaded], [0, COUNT, 1], first.stderr)
    assert.equal((await posts()).length, 100)
    for (const folder of [work, await clone(files)]) {
      site.proxy.requests.length = 0
      folder.env['GALLEY_URL'] = site.proxy.url
      const again = await folder.gly('push', '--json')
      assert.deepEqual([again.code, again.json.unchanged, again.json.conflicts], [0, COUNT, []])
      assert.ok(site.proxy.requests.length <= 4, site.proxy.requests.join('\n'))
      for (const request of site.proxy.requests) assert.match(request, /^GET /)
    }
  })
})
