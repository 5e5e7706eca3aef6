import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openArchive } from '../../importers/src/archive/open-archive.ts'
import { exportedFiles } from '../../server/test/support/posts/exported-files.ts'
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
  })

  it('imported into another Galley and exported there is the same, except for what the report names', async () => {
    const [author, target] = [await server.person({ plan: 'pro_plus' }), await other.person({ plan: 'pro_plus' })]
    const image = (await upload(author.session, await plain('png'), 'a.png')).body.url
    const own = (path: string, body: object) => author.bearer.post(`/api/v1/${path}`, body)
    const save = async (path: string, body: object) => {
      const { status, body: saved } = await own(path, body)
      assert.ok(status === 201, JSON.stringify(saved))
      return saved
    }
    const [rain, snow] = [
      await save('series', { title: 'Weather', slug: 'rain', description: 'Wet', cover_image_url: image }),
      await save('series', { title: 'Weather', slug: 'snow', status: 'complete' }),
    ]
    await save('series', { title: 'Empty', slug: 'empty' })
    const old = (name: string, more: object = {}) =>
      save('import/posts', {
        external_id: name,
        title: name,
        content: `Text of ${name}`,
        slug: `old-${name}`,
        status: 'published',
        published_at: '2015-06-01T09:00:00.000Z',
        created_at: '2014-01-01T00:00:00.000Z',
        ...more,
      })
    const first = await old('first', {
      content: `![x](${image}#x)\n\n\\![y](${image}) \`![z](${image})\`\n\n[l]: ${image}\n\n<img src="${image}">  \n\n\n`,
      thumbnail_url: image,
      tags: ['雨', '3.10'],
      category: 'essay',
      subtitle: 'Sub',
      seo_title: 'Seo',
      meta_description: 'Meta: "x"',
      canonical_url: 'https://first.example/c',
    })
    await old('second', { post_type: 'series_entry', series_id: snow.id, series_position: 2, visibility: 'unlisted' })
    await old('third', { post_type: 'series_entry', series_id: rain.id, cover_image_url: 'https://x.example/c.png' })
    await old('paid', { content: 'Free <!-- paywall --> paid', is_paid: true, price_jpy: 300 })
    await save('posts', { title: 'Without a name', content: '---\nlooks like: front matter\n---\n' })
    await save('posts', {
      title: 'Later',
      content: 'x',
      status: 'scheduled',
      scheduled_for: '2999-01-01T00:00:00.000Z',
    })
    const archived = await save('posts', { title: 'Archived', content: 'x', post_type: 'short' })
    await author.bearer.patch(`/api/v1/posts/${archived.id}`, { status: 'archived' })
    const deleted = await save('posts', { title: 'Deleted', content: 'x' })
    await author.bearer.delete(`/api/v1/posts/${deleted.id}`)
    for (const path of ['/2015/rain', '/雨']) await author.bearer.put('/api/v1/redirects', { path, post_id: first.id })
    await save('webhooks', { url: 'https://hooks.example/x', event_types: ['post.created'] })

    const work = await Workspace.create({ GALLEY_URL: other.url, GALLEY_TOKEN: target.token })
    const before = await exportedFiles(server, author)
    const response = await fetch(`${server.url}/api/v1/me/export`, { headers: { cookie: author.session.cookie ?? '' } })
    await work.write('export.zip', Buffer.from(await response.arrayBuffer()))
    const dry = await work.gly('import', 'export', 'export.zip', '--dry-run')
    assert.match(dry.stdout, /7 created, 1 left out/, dry.stderr)
    const { code, json, stderr } = await work.gly('import', 'export', 'export.zip', '--json')
    assert.deepEqual([code, json?.created, json?.series, json?.redirects], [0, 7, 3, 2], stderr + JSON.stringify(json))
    assert.match(json.not_imported.join(), /Comments.*webhook https:\/\/hooks\.example\/x has to be registered again/)
    const after = await exportedFiles(other, target)
    assert.deepEqual(comparableExport(after), comparableExport(before))
    const again = await work.gly('import', 'export', 'export.zip', '--json')
    assert.deepEqual([again.json.created, again.json.kept, again.json.redirects], [0, 7, 0])
    assert.deepEqual((await exportedFiles(other, target))['posts.json'], after['posts.json'])
  })
})

/** Of two exports, what must be the same: everything but ids of this server, addresses, counts and the trash. */
function comparableExport(files: Record<string, string>) {
  const plainText = (text = '') =>
    text
      .replaceAll(/images\/[\w-]+\.(\w+)/g, 'IMAGE.$1')
      .replaceAll(/http:\/\/\w+\.example\/media\/posts\/[^\s")`\\]+\.(\w+)/g, 'IMAGE.$1')
      // A post without a name gets one.
      .replaceAll(/^id: galley:.*\n/gm, '')
  const rows = (file: string, name?: string): Record<string, unknown>[] => {
    const value = JSON.parse(plainText(Buffer.from(files[file] ?? '', 'latin1').toString()))
    return name === undefined ? value : value[name]
  }
  const posts = rows('posts.json')
  const titleOf = (id: unknown) => posts.find(post => post['id'] === id)?.['title']
  const series = rows('account.json', 'series')
  const slugOf = (id: unknown) => series.find(each => each['id'] === id)?.['slug']
  const byText = (a: unknown, b: unknown) => JSON.stringify(a).localeCompare(JSON.stringify(b))
  return {
    files: Object.entries(files)
      .filter(([path]) => path.startsWith('posts/'))
      .map(([path, text]) => [path, plainText(text)]),
    posts: posts
      .filter(({ status }) => status !== 'deleted')
      .map(({ file, title, slug, status, created_at, published_at, series_id }) => [
        ...[file, title, slug, status, created_at, published_at, slugOf(series_id)],
      ])
      .sort(byText),
    series: series
      .map(({ slug, title, description, cover_image_url, status }) => [
        slug,
        title,
        description,
        cover_image_url,
        status,
      ])
      .sort(byText),
    redirects: rows('account.json', 'redirects').map(({ path, post_id }) => [path, titleOf(post_id)]),
  }
}
