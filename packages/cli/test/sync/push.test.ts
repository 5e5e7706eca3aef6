import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { plain } from '../../../server/test/support/posts/images.ts'
import { type Person, startTestServer, type TestServer } from '../../../server/test/support/test-server.ts'
import { postText, Workspace } from '../support/workspace.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

interface Setup {
  readonly author: Person
  readonly work: Workspace
  posts(): Promise<Record<string, unknown>[]>
  post(externalId: string): Promise<Record<string, unknown> & { id: string; content: string; url: string }>
}

async function setUp(files: Record<string, string | Uint8Array>): Promise<Setup> {
  const author = await server.person({ plan: 'pro_plus' })
  const work = await Workspace.create({ GALLEY_URL: server.url, GALLEY_TOKEN: author.token })
  await work.write('galley.yaml', 'posts: posts\n')
  for (const [path, text] of Object.entries(files)) await work.write(path, text)
  return {
    author,
    work,
    posts: async () => (await author.bearer.get('/api/v1/posts?limit=100')).body.posts,
    post: async externalId =>
      (await author.bearer.get(`/api/v1/posts/by-external-id/${encodeURIComponent(externalId)}`)).body,
  }
}

describe('gly push', () => {
  it('creates posts with all fields, and sends nothing the second time', async () => {
    const { work, post, posts } = await setUp({
      'posts/a.md': postText(
        { title: '京都の雨', status: 'published', tags: '[rain, 雨]', category: 'essay' },
        '# あ\n\nText.',
      ),
      'posts/deep/b.md': postText(
        { title: 'Paid', is_paid: 'true', price_jpy: '300', subtitle: '"Sub: title"', id: 'my-own-id' },
        'Free <!-- paywall --> paid.',
      ),
      'posts/c.md': postText({ title: 'Later', status: 'scheduled', scheduled_for: '2999-01-01T09:00:00+09:00' }, ''),
    })
    const first = await work.gly('push', '--json')
    assert.equal(first.code, 0, first.stderr + first.stdout)
    assert.deepEqual(first.json.created, ['posts/a.md', 'posts/c.md', 'posts/deep/b.md'])
    const a = await post('posts/a.md')
    assert.deepEqual(
      [a['title'], a['status'], a['tags'], a['category'], a.content],
      ['京都の雨', 'published', ['rain', '雨'], 'essay', '# あ\n\nText.'],
    )
    const b = await post('my-own-id')
    assert.deepEqual([b['is_paid'], b['price_jpy'], b['subtitle'], b['status']], [true, 300, 'Sub: title', 'draft'])
    assert.equal((await post('posts/c.md'))['scheduled_for'], '2999-01-01T00:00:00.000Z')

    const before = await posts()
    const second = await work.gly('push', '--json')
    assert.deepEqual([second.code, second.json.created, second.json.updated, second.json.unchanged], [0, [], [], 3])
    // A fresh clone has no state.
    await work.remove('.galley')
    const third = await work.gly('push', '--json')
    assert.deepEqual([third.code, third.json.created, third.json.updated, third.json.unchanged], [0, [], [], 3])
    assert.deepEqual(await posts(), before)
  })

  it('replaces links between files by addresses, also in circles, and uploads images', async () => {
    const image = await plain('png')
    const { work, post } = await setUp({
      'posts/a.md': postText(
        { title: 'A', status: 'published', thumbnail_url: './a.png' },
        '[b](b.md#part) ![i](./a.png)\n\n`[b](b.md)`',
      ),
      'posts/b.md': postText({ title: 'B' }, '[a](/posts/a.md) and [itself](./b.md)'),
      'posts/a.png': image,
    })
    const result = await work.gly('push', '--json')
    assert.equal(result.code, 0, result.stderr + result.stdout)
    assert.deepEqual([result.json.created, result.json.uploaded], [['posts/a.md', 'posts/b.md'], 1])
    const [a, b] = [await post('posts/a.md'), await post('posts/b.md')]
    assert.equal(b.content, `[a](${a.url}) and [itself](${b.url})`)
    assert.equal(a.content, `[b](${b.url}#part) ![i](${a['thumbnail_url']})\n\n\`[b](b.md)\``)
    assert.equal(a['status'], 'published')
    const again = await work.gly('push', '--json')
    assert.deepEqual([again.json.unchanged, again.json.updated, again.json.uploaded], [2, [], 0])
  })

  it('uploads the same image once, also if posts that are sent together show it under other names', async () => {
    const files: Record<string, string | Uint8Array> = {}
    for (const name of ['a', 'b', 'c']) {
      files[`posts/${name}.md`] = postText({ title: name }, `![${name}](./${name}.png)`)
      files[`posts/${name}.png`] = await plain('png', 21, 21)
    }
    const { work } = await setUp(files)
    assert.equal((await work.gly('push', '--json')).json.uploaded, 1)
  })

  it('changes only what differs', async () => {
    const { work, post } = await setUp({ 'posts/a.md': postText({ title: 'A', subtitle: 'S' }, 'One.') })
    await work.gly('push')
    await work.write('posts/a.md', postText({ title: 'B', status: 'published' }, 'Two.'))
    const result = await work.gly('push', '--json')
    assert.deepEqual([result.code, result.json.updated], [0, ['posts/a.md']], result.stdout)
    const { title, subtitle, status, content } = await post('posts/a.md')
    assert.deepEqual([title, subtitle, status, content], ['B', null, 'published', 'Two.'])
  })

  it('sends nothing if a file has an error', async () => {
    const { work, posts } = await setUp({
      'posts/a.md': postText({ title: 'A' }, 'x'),
      'posts/b.md': postText({ title: 'B', statsu: 'draft' }, '[c](c.md)'),
    })
    const result = await work.gly('push')
    assert.equal(result.code, 1)
    assert.match(result.stdout, /posts\/b\.md:3: "statsu" is not a field of a post\.\n {2}fix: Did you mean "status"\?/)
    assert.match(result.stdout, /posts\/b\.md:6: The link leads to "c\.md"/)
    assert.deepEqual(await posts(), [])
  })

  it('names file and line of what the server rejects, and sends the others', async () => {
    const { work, posts } = await setUp({
      'posts/a.md': postText({ title: 'A', salon_id: '0198c2d4-7a31-7c55-9d0e-4f1b2a3c4d5e' }, 'x'),
      'posts/b.md': postText({ title: 'B' }, 'x'),
    })
    const result = await work.gly('push', '--json')
    assert.equal(result.code, 3)
    assert.deepEqual(result.json.created, ['posts/b.md'])
    assert.deepEqual(result.json.refused[0].file, 'posts/a.md')
    assert.equal((await posts()).length, 1)
  })

  it('with a token for drafts changes nothing that readers see', async () => {
    const text = (status: string, content: string) => postText({ title: 'A', status }, content)
    const { work, author, post } = await setUp({
      'posts/a.md': text('published', 'One.'),
      'posts/b.md': text('draft', 'x'),
    })
    await work.gly('push')
    const { body } = await author.session.post('/api/v1/tokens', {
      name: 'd',
      scopes: ['posts:read', 'posts:write', 'uploads'],
    })
    work.env['GALLEY_TOKEN'] = body.token
    await work.write('posts/a.md', text('published', 'Two.'))
    await work.write('posts/b.md', text('draft', 'y'))
    const result = await work.gly('push', '--json')
    assert.deepEqual([result.code, result.json.updated], [3, ['posts/b.md']], result.stdout)
    assert.match(result.json.refused[0].message, /posts:publish/)
    assert.deepEqual([(await post('posts/a.md')).content, (await post('posts/b.md')).content], ['One.', 'y'])
  })

  it('keeps the post of a renamed file', async () => {
    const { work, post, posts } = await setUp({
      'posts/a.md': postText({ title: 'A', status: 'published' }, 'The text.'),
      'posts/b.md': postText({ title: 'B' }, 'It links to [a](a.md).'),
    })
    await work.gly('push')
    const before = await post('posts/a.md')
    await work.remove('posts/a.md')
    await work.write('posts/new name.md', postText({ title: 'A2', status: 'published' }, 'The text.'))
    await work.write('posts/b.md', postText({ title: 'B' }, 'It links to [a](<new name.md>).'))
    const result = await work.gly('push', '--json')
    assert.equal(result.code, 0, result.stdout)
    assert.deepEqual(result.json.renamed, [{ file: 'posts/new name.md', from: 'posts/a.md' }])
    const { id, title, published_at } = await post('posts/new name.md')
    assert.deepEqual([id, title, published_at], [before.id, 'A2', before['published_at']])
    assert.equal((await posts()).length, 2)
    assert.equal(result.json.unchanged, 1)
  })

  it('keeps the post of a file that was renamed and edited, if its title is unique', async () => {
    const { work, post, posts } = await setUp({
      'posts/a.md': postText({ title: 'A', status: 'published' }, 'One.'),
      'posts/b.md': postText({ title: 'Twice' }, 'b'),
      'posts/c.md': postText({ title: 'Twice' }, 'c'),
    })
    await work.gly('push')
    const { id } = await post('posts/a.md')
    for (const name of ['a', 'b', 'c']) await work.remove(`posts/${name}.md`)
    await work.write('posts/new.md', postText({ title: 'A', status: 'published' }, 'One, edited.'))
    await work.write('posts/other.md', postText({ title: 'Twice' }, 'another text'))
    const result = await work.gly('push', '--json')
    assert.equal(result.code, 0, result.stdout)
    assert.deepEqual(result.json.renamed, [{ file: 'posts/new.md', from: 'posts/a.md' }])
    const renamed = await post('posts/new.md')
    assert.deepEqual([renamed.id, renamed.content], [id, 'One, edited.'])
    assert.equal((await posts()).length, 4)
  })

  it('deletes posts of deleted files with --prune only, and only after a confirmation', async () => {
    const { work, author, posts } = await setUp({
      'posts/a.md': postText({ title: 'A' }, 'One.'),
      'posts/b.md': postText({ title: 'B' }, 'Two.'),
    })
    await author.bearer.post('/api/v1/posts', { title: 'Elsewhere', content: 'x', external_id: 'other-tool' })
    await work.gly('push')
    await work.remove('posts/b.md')
    const kept = await work.gly('push', '--json')
    assert.deepEqual([kept.code, kept.json.no_file.length], [0, 1])
    await work.write('posts/c.md', postText({ title: 'C' }, 'Three.'))
    assert.equal((await work.gly('push', '--prune')).code, 2)
    assert.equal((await posts()).length, 3, 'rejected before anything is sent')
    await work.remove('posts/c.md')
    assert.match(
      (await work.gly('push', '--prune', '--dry-run')).stdout,
      /^--prune deletes 1 post that has no file\.$/m,
    )
    const pruned = await work.gly('push', '--prune', '--yes', '--json')
    assert.deepEqual([pruned.code, pruned.json.pruned], [0, ['posts/b.md']], pruned.stderr)
    assert.deepEqual((await posts()).map(({ title }) => title).sort(), ['A', 'Elsewhere'])
  })

  it('shows with --dry-run what it would do, and does nothing', async () => {
    const { work, posts } = await setUp({ 'posts/a.md': postText({ title: 'A' }, 'One.') })
    const result = await work.gly('push', '--dry-run')
    assert.deepEqual([result.code, await posts()], [0, []])
    assert.match(result.stdout, /^new +posts\/a\.md$/m)
  })
})
