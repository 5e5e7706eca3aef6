import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { writeZip } from '../../importers/test/support/write-zip.ts'
import { wxrFile, wxrItem } from '../../importers/test/support/wxr.ts'
import { plain } from '../../server/test/support/posts/images.ts'
import { type Person, startTestServer, type TestServer } from '../../server/test/support/test-server.ts'
import { Workspace } from './support/workspace.ts'

let server: TestServer
let oldSite: Server
let oldUrl: string
before(async () => {
  server = await startTestServer()
  const image = await plain('jpeg')
  oldSite = createServer((request, response) => {
    if (request.url === '/a.jpg') response.setHeader('content-type', 'image/jpeg').end(image)
    else response.writeHead(404).end()
  })
  await new Promise<void>(resolve => oldSite.listen(0, '127.0.0.1', resolve))
  oldUrl = `http://127.0.0.1:${(oldSite.address() as AddressInfo).port}`
})
after(async () => {
  oldSite.close()
  oldSite.closeAllConnections()
  await server.close()
})

async function setUp(): Promise<{ author: Person; work: Workspace }> {
  const author = await server.person({ plan: 'premium' })
  return { author, work: await Workspace.create({ GALLEY_URL: server.url, GALLEY_TOKEN: author.token }) }
}

const ownPosts = async (author: Person) => {
  const { body } = await author.bearer.get('/api/v1/posts?limit=100')
  return body.posts as Record<string, unknown>[]
}

describe('gly import', () => {
  it('creates posts with their dates, slugs, tags and images, and changes nothing the second time', async () => {
    const { author, work } = await setUp()
    const content = `<p>Text</p><p><img src="/assets/p.png" alt="P"> <img src="${oldUrl}/a.jpg"> <img src="${oldUrl}/gone.png"></p>`
    const items = Array.from({ length: 12 }, (_, id) =>
      wxrItem({ id: id + 1, content, name: `post-${id + 1}`, tags: ['雨'], status: id === 3 ? 'draft' : 'publish' }),
    )
    const xml = wxrFile([...items, wxrItem({ id: 77, content: '<div>'.repeat(2000) })])
    await work.write('note.zip', await writeZip({ 'note-kim.xml': xml, 'assets/p.png': await plain('png') }))

    const first = await work.gly('import', 'note', 'note.zip', '--json', '--report', 'report.json')
    assert.equal(first.code, 1, first.stderr + first.stdout)
    const { created, failed, images, posts: results } = first.json
    assert.deepEqual([created, failed, images, results.length], [12, 1, 2, 13])
    assert.deepEqual(JSON.parse(await work.read('report.json')), first.json)
    assert.match(results[0].problems.join(), /gone\.png is missing: its server responded 404/)

    const posts = await ownPosts(author)
    assert.equal(posts.length, 12)
    const post = posts.find(({ slug }) => slug === 'post-1')
    assert.deepEqual(
      [post?.['status'], post?.['published_at'], post?.['created_at'], post?.['tags']],
      ['published', '2015-06-01T09:00:00.000Z', '2015-06-01T09:00:00.000Z', ['雨']],
    )
    assert.equal(posts.find(({ slug }) => slug === 'post-4')?.['status'], 'draft')
    const { body } = await author.bearer.get(`/api/v1/posts/${post?.['id']}`)
    assert.match(
      body.content,
      /^Text\n\n!\[P\]\(http.*\/media\/posts\/.*\.png\) !\[\]\(http.*\/media\/.*\) !\[\]\(http.*gone\.png\)$/,
    )

    // An edit of the author survives a second import.
    await author.bearer.patch(`/api/v1/posts/${post?.['id']}`, { title: 'Edited' })
    const before = await ownPosts(author)
    const second = await work.gly('import', 'note', 'note.zip', '--json')
    assert.deepEqual([second.json.created, second.json.kept, second.json.images], [0, 12, 0])
    assert.deepEqual(await ownPosts(author), before)

    const third = await work.gly('import', 'note', 'note.zip', '--update', '--json')
    assert.deepEqual([third.json.created, third.json.updated, third.json.unchanged], [0, 1, 11])
    assert.equal((await author.bearer.get(`/api/v1/posts/${post?.['id']}`)).body.title, 'Post 1')

    // A post that the author deleted does not come back by itself.
    await author.bearer.delete(`/api/v1/posts/${post?.['id']}`)
    const fourth = await work.gly('import', 'note', 'note.zip', '--json')
    assert.deepEqual([fourth.json.created, fourth.json.kept], [0, 12])
    assert.deepEqual((await author.bearer.get('/api/v1/uploads')).body.total, 2)
  })

  it('reports each error of a post with its file, and imports the others', async () => {
    const { author, work } = await setUp()
    const post = (text: string, more = '') => `---\ndate: 2015-06-01\n${more}---\n${text}`
    await work.write('blog/a.md', post('![x](missing.png) <img src="/gone/y.png">', 'cover: cover.png\n'))
    await work.write('blog/b.md', post('![x](<//[bad/z.png>)', 'canonical_url: "//[bad"\ntags: {a: 1}\n'))
    await work.write('blog/c.md', '---\ntitle: "not closed\n---\nx')
    await work.write('blog/d.md', post('Text'))
    const result = await work.gly('import', 'markdown', 'blog', '--json')
    assert.deepEqual([result.code, result.json?.created, result.json?.failed], [1, 3, 1], result.stderr)
    const problemsOf = (file: string) =>
      result.json.posts.find(({ source }: { source: string }) => source === file).problems
    for (const name of ['missing.png', '/gone/y.png', 'cover.png']) {
      assert.ok(
        problemsOf('a.md').includes(`The image ${name} is missing: it is not in the archive.`),
        problemsOf('a.md'),
      )
    }
    assert.match(problemsOf('b.md').join(), /The image \/\/\[bad\/z\.png is missing/)
    assert.match(problemsOf('c.md').join(), /front matter cannot be read/)
    assert.deepEqual(problemsOf('d.md'), [])
    assert.equal((await ownPosts(author)).length, 3)
  })

  it('keeps dated notes private, also if only a folder of the vault is imported', async () => {
    const { author, work } = await setUp()
    const dated = '---\ndate: 2015-06-01\n---\nx'
    await work.write('vault/.obsidian/app.json', '{}')
    await work.write('vault/notes/blog/private.md', dated)
    await work.write('vault/notes/blog/public.md', '---\npublish: true\n---\nx')
    await work.write('notes.zip', await writeZip({ 'notes/copied.md': dated }))
    await work.write('blog/post.md', dated)
    for (const source of ['vault/notes/blog', 'notes.zip', 'blog']) {
      const { stdout } = await work.gly('import', 'markdown', source, '--site', 'https://old.example')
      const count = source === 'blog' ? 0 : 1
      assert.equal(/^1 post becomes a draft/m.test(stdout), count === 1, stdout)
    }
    const posts = await ownPosts(author)
    const published = posts.filter(({ status }) => status === 'published').map(({ title }) => title)
    assert.deepEqual([published.sort(), posts.length], [['post', 'public'], 4])
  })

  it('goes on after an interruption, also with the redirects of the last post', async () => {
    const { author, work } = await setUp()
    const items = [1, 2, 3].map(id => wxrItem({ id, content: 'x', name: `interrupted-${id}-${'x'.repeat(300)}` }))
    await work.write('a.xml', wxrFile(items))
    // The state after an import that was killed after its second post.
    await work.write('two.xml', wxrFile(items.slice(0, 2)))
    await work.gly('import', 'wordpress', 'two.xml')
    const paths = async (): Promise<{ id: string; path: string }[]> =>
      (await author.bearer.get('/api/v1/redirects')).body.redirects
    const last = (await paths()).find(({ path }) => path.includes('interrupted-2'))
    await author.bearer.delete(`/api/v1/redirects/${last?.id}`)

    assert.equal((await work.gly('import', 'wordpress', 'a.xml', '--json')).json.redirects, 2)
    assert.equal((await paths()).length, 3)
    assert.equal((await work.gly('import', 'wordpress', 'a.xml', '--json')).json.redirects, 0)
  })

  it('sends nothing with --dry-run, and writes categories that can be edited', async () => {
    const { author, work } = await setUp()
    await work.write(
      'a.xml',
      wxrFile([wxrItem({ id: 1, categories: ['Musings'] }), wxrItem({ id: 2, categories: ['Travel'] })]),
    )
    const dry = await work.gly('import', 'wordpress', 'a.xml', '--write-categories', 'c.yaml')
    assert.equal(dry.code, 0, dry.stderr)
    assert.match(dry.stdout, /^Wrote c\.yaml\.[\s\S]*^Nothing was sent\. The result would be: 2 created\.$/m)
    assert.deepEqual(await ownPosts(author), [])
    const written = await work.read('c.yaml')
    assert.match(written, /^Musings: tag\nTravel: travel$/m)
    await work.write('c.yaml', written.replace('Musings: tag', 'Musings: essay'))
    const result = await work.gly('import', 'wordpress', 'a.xml', '--categories', 'c.yaml', '--drafts', '--json')
    assert.equal(result.code, 0, result.stderr)
    assert.deepEqual((await ownPosts(author)).map(({ category, status, tags }) => [category, status, tags]).sort(), [
      ['essay', 'draft', []],
      ['travel', 'draft', []],
    ])
  })

  it('exits with 2 for wrong use, 3 for a missing permission and 1 for an archive that cannot be read', async () => {
    const { author, work } = await setUp()
    assert.equal((await work.gly('import', 'blogger', 'a.xml')).code, 2)
    assert.equal((await work.gly('import', 'wordpress')).code, 2)
    const missing = await work.gly('import', 'wordpress', 'missing.xml')
    assert.deepEqual([missing.code, /no file or folder .*missing\.xml/.test(missing.stderr)], [2, true], missing.stderr)
    await work.write('a.xml', 'no XML')
    assert.equal((await work.gly('import', 'wordpress', 'a.xml', '--report', 'missing/report.json')).code, 2)
    const broken = await work.gly('import', 'wordpress', 'a.xml')
    assert.deepEqual([broken.code, /not an export/.test(broken.stderr)], [1, true], broken.stderr)
    const { body } = await author.session.post('/api/v1/tokens', { name: 'd', scopes: ['posts:read', 'posts:write'] })
    await work.write('b.xml', wxrFile([wxrItem({ id: 1 })]))
    const rejected = await Workspace.create({ GALLEY_URL: server.url, GALLEY_TOKEN: body.token })
    await rejected.write('b.xml', wxrFile([wxrItem({ id: 1 })]))
    const result = await rejected.gly('import', 'wordpress', 'b.xml')
    assert.deepEqual([result.code, /SCOPE_REQUIRED/.test(result.stderr)], [3, true], result.stderr)
  })
})

describe('gly redirects', () => {
  it('lists, adds, changes and removes old paths of posts', async () => {
    const { author, work } = await setUp()
    const [one, other] = await Promise.all(
      ['One', 'Other'].map(async title => (await author.bearer.post('/api/v1/posts', { title, content: 'x' })).body),
    )
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await work.gly('redirects', ...args)
      return [code, stdout.trim() || stderr.trim()] as const
    }
    assert.deepEqual(await run('list'), [0, 'There are no redirects.'])
    assert.match((await run('add', '/2015/%E9%9B%A8/', one.slug))[1], /^\/2015\/雨 leads to .*\/one-/)
    assert.match((await run('add', '/2015/雨', other.id))[1], /\/other-/)
    assert.match((await run('list', 'OTHER'))[1], /^\/2015\/雨 {2}→ {2}.*\/other-\w+$/)
    assert.deepEqual(await run('list', 'nothing'), [0, 'There are no redirects.'])
    assert.deepEqual(await run('remove', '/2015/雨/'), [0, '/2015/雨 no longer leads to a post.'])
    assert.equal((await author.bearer.get('/api/v1/redirects')).body.total, 0)
    for (const [args, code] of [
      [['remove', '/2015/雨'], 1],
      [['add', '/x', 'no-such-post'], 1],
      [['add', '/x'], 2],
      [['move'], 2],
    ] as const) {
      assert.equal((await run(...args))[0], code, args.join(' '))
    }
  })
})
