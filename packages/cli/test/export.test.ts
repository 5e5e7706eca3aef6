import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openArchive } from '../../importers/src/archive/open-archive.ts'
import { plain } from '../../server/test/support/posts/images.ts'
import { upload } from '../../server/test/support/posts/upload.ts'
import { type Person, startTestServer, type TestServer } from '../../server/test/support/test-server.ts'
import { Workspace } from './support/workspace.ts'

let server: TestServer
let other: TestServer
before(async () => {
  ;[server, other] = await Promise.all([
    startTestServer({ env: { PUBLIC_URL: 'http://first.example' } }),
    startTestServer({ env: { PUBLIC_URL: 'http://second.example' } }),
  ])
})
after(() => Promise.all([server.close(), other.close()]))

/** What an author sees of a post, without what belongs to the server. */
const comparable = ({ content, ...post }: Record<string, unknown>) => {
  const { id, slug, url, etag, external_id, created_at, updated_at, published_at, author, content_sha256, ...fields } =
    post
  const shown = { ...fields, content }
  return JSON.parse(
    JSON.stringify(shown).replaceAll(/http:\/\/\w+\.example\/media\/posts\/[^\s")\\]+\.(\w+)/g, 'IMAGE.$1'),
  )
}

async function allPosts({ bearer }: Person): Promise<Record<string, unknown>[]> {
  const { body } = await bearer.get('/api/v1/posts?limit=100')
  const posts = await Promise.all(
    body.posts.map(async ({ id }: { id: string }) => (await bearer.get(`/api/v1/posts/${id}`)).body),
  )
  return posts.sort((a, b) => String(a.title).localeCompare(String(b.title)))
}

describe('the export of an author', () => {
  it('pushed into another Galley yields the same posts', async () => {
    const author = await server.person({ plan: 'pro_plus' })
    const image = (await upload(author.session, await plain('png'), 'a.png')).body.url
    const create = async (fields: object) => {
      const { status, body } = await author.bearer.post('/api/v1/posts', fields)
      assert.equal(status, 201, JSON.stringify(body))
      return body
    }
    await create({
      title: 'A: 雨 "quoted"',
      content: `![x](${image}#x)\n\n\`![x](http://first.example/x.png)\`\n\n<img src="${image}">\n\n\`code\``,
      tags: ['雨', 'a: b'],
      status: 'published',
      cover_image_url: image,
      thumbnail_url: image,
    })
    await create({
      title: 'B',
      content: 'Free <!-- paywall --> paid',
      is_paid: true,
      price_jpy: 300,
      status: 'published',
      category: 'essay',
      external_id: 'my/own id.md',
    })
    await create({
      title: 'C',
      content: '---\nlooks: like front matter\n---\n\n',
      subtitle: 'Sub',
      visibility: 'unlisted',
      canonical_url: 'https://first.example/c',
    })
    await create({
      title: 'D',
      content: '',
      post_type: 'short',
      status: 'scheduled',
      scheduled_for: '2999-01-01T00:00:00.000Z',
    })
    const deleted = await create({ title: 'E', content: 'deleted' })
    await author.bearer.delete(`/api/v1/posts/${deleted.id}`)

    const response = await fetch(`${server.url}/api/v1/me/export`, { headers: { cookie: author.session.cookie ?? '' } })
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/zip'])
    const target = await other.person({ plan: 'pro_plus' })
    const work = await Workspace.create({ GALLEY_URL: other.url, GALLEY_TOKEN: target.token })
    const zip = join(work.folder, '../export.zip')
    await writeFile(zip, Buffer.from(await response.arrayBuffer()))
    const archive = await openArchive(zip)
    for (const path of archive.paths) await work.write(path, await archive.read(path, 10_000_000))

    const checked = await work.gly('check')
    assert.equal(checked.code, 0, checked.stdout)
    const pushed = await work.gly('push', '--json')
    assert.equal(pushed.code, 0, pushed.stderr + pushed.stdout)
    const [before, after] = [await allPosts(author), await allPosts(target)]
    assert.equal(after.length, 4)
    assert.deepEqual(after.map(comparable), before.map(comparable))
    assert.equal(after[1]?.['external_id'], 'my/own id.md')
    assert.match(await work.read(archive.paths.find(path => path.startsWith('trash/'))!), /deleted/)
    await archive.close()
  })
})
