import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryArchive } from './support/memory-archive.ts'
import { readAll, textOf } from './support/read-all.ts'

/** Hundreds of files; every hundredth has front matter that cannot be read. */
function manyFiles(path: (id: number) => string, text: (id: number) => string): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: 300 }, (_, id) => [path(id), id % 100 === 50 ? '---\ntitle: "not closed\n---\nx' : text(id)]),
  )
}

describe('a repository of Zenn', () => {
  it('keeps slugs, topics, dates and drafts, and reads on after broken files', async () => {
    const files = manyFiles(
      id => `articles/slug-of-article-${id}.md`,
      id =>
        `---\ntitle: "記事 ${id}"\nemoji: "🌧"\ntype: "tech"\ntopics: ["rain", "雨"]\npublished: ${id % 2 === 0}\npublished_at: 2021-03-04 05:06\n---\n\n@[youtube](abc_1)\n\n![雨](/images/a.png =250x)\n\n\`@[youtube](abc)\``,
    )
    const { posts, skipped } = await readAll(
      'zenn',
      memoryArchive({ ...files, 'images/a.png': 'x', 'books/b/one.md': 'x' }),
    )
    assert.deepEqual([posts.length, skipped.filter(({ reason }) => reason === 'broken').length], [297, 3])
    const post = posts.find(({ externalId }) => externalId === 'zenn:slug-of-article-4')!
    assert.deepEqual(
      [post.title, post.status, post.tags, post.category, post.publishedAt?.toISOString(), post.slug],
      ['記事 4', 'published', ['rain', '雨'], 'technology', '2021-03-03T20:06:00.000Z', 'slug-of-article-4'],
    )
    assert.equal(
      textOf(post.content).replaceAll(/\n+/g, '\n'),
      '\n<https://www.youtube.com/watch?v=abc_1>\n![雨](archive:images/a.png =250x)\n`@[youtube](abc)`',
    )
    assert.equal(posts.find(({ externalId }) => externalId === 'zenn:slug-of-article-5')?.status, 'draft')
  })
})

describe('a repository of Qiita', () => {
  it('keeps tags, dates, drafts and who may see a post, and reads on after broken files', async () => {
    const files = manyFiles(
      id => `public/article${id}.md`,
      id =>
        `---\ntitle: Article ${id}\ntags:\n  - Node.js\n  - 雨\nprivate: ${id === 3}\nupdated_at: '2022-05-06T07:08:09+09:00'\nid: ${id % 3 === 1 ? 'null' : `abc${id}`}\nslide: false\nignorePublish: false\n---\n:::note warn\nCareful\n:::`,
    )
    const { posts, skipped } = await readAll('qiita', memoryArchive(files))
    assert.deepEqual([posts.length, skipped.length], [297, 3])
    const of = (name: string) => posts.find(({ source }) => source === `public/${name}.md`)!
    assert.deepEqual(
      [
        of('article2').externalId,
        of('article2').tags,
        of('article2').publishedAt?.toISOString(),
        of('article2').status,
      ],
      ['qiita:abc2', ['Node.js', '雨'], '2022-05-05T22:08:09.000Z', 'published'],
    )
    assert.deepEqual([of('article1').status, of('article3').visibility], ['draft', 'unlisted'])
    assert.equal(textOf(of('article2').content), ':::note warn\nCareful\n:::')
  })
})

describe('Markdown of dev.to', () => {
  it('keeps tags, covers, canonical addresses and drafts, and reads on after broken files', async () => {
    const files = manyFiles(
      id => `posts/article-${id}.md`,
      id =>
        `---\ntitle: Article ${id}\npublished: ${id % 2 === 0}\ndate: 2020-01-02 03:04:05 UTC\ntags: rain, node\ncanonical_url: https://old.example/${id}\ncover_image: ./c.png\n---\n\n{% embed https://github.com/a/b %}\n\n{% gist x y %}`,
    )
    const { posts, skipped } = await readAll('devto', memoryArchive({ ...files, 'posts/c.png': 'x', 'README.md': 'x' }))
    assert.deepEqual([posts.length, skipped.length], [297, 3])
    const post = posts.find(({ title }) => title === 'Article 2')!
    assert.deepEqual(
      [post.status, post.tags, post.canonicalUrl, post.coverImage?.address, post.slug, post.publishedAt?.toISOString()],
      [
        'published',
        ['rain', 'node'],
        'https://old.example/2',
        'archive:posts/c.png',
        'article-2',
        '2020-01-02T03:04:05.000Z',
      ],
    )
    assert.equal(posts.find(({ title }) => title === 'Article 1')?.status, 'draft')
  })

  it('is also read from articles.json', async () => {
    const article = {
      id: 7,
      title: 'A',
      slug: 'a-1',
      path: '/kim/a-1',
      body_markdown: 'Text',
      published: true,
      published_at: '2020-01-02T03:04:05Z',
      cached_tag_list: 'x, y',
    }
    const { posts, skipped } = await readAll(
      'devto',
      memoryArchive({ 'articles.json': JSON.stringify([article, null, { title: 'B' }]) }),
    )
    assert.deepEqual(
      [posts[0]?.externalId, posts[0]?.tags, posts[0]?.oldPaths, skipped.length],
      ['devto:7', ['x', 'y'], ['/kim/a-1'], 2],
    )
  })

  it('keeps the text and the fields of an article with control characters and line ends of Windows', async () => {
    const body = '---\r\ntitle: B\r\n---\r\na\0 public {% endcomment %}\r\nb'
    const article = { id: 7, title: 'A', body_markdown: body }
    const { posts } = await readAll('devto', memoryArchive({ 'articles.json': JSON.stringify([article]) }))
    assert.deepEqual([posts[0]?.title, textOf(posts[0]!.content)], ['B', 'a public {% endcomment %}\nb'])
  })
})
