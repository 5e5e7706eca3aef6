import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ReadOptions } from '../src/read-options.ts'
import { memoryArchive } from './support/memory-archive.ts'
import { readAll, textOf } from './support/read-all.ts'

describe('a folder of Markdown files', () => {
  it('reads the front matter of Jekyll: dates in names, drafts, permalinks, Liquid', async () => {
    const { posts } = await readAll(
      'markdown',
      memoryArchive({
        '_posts/2015-06-01-rain.md':
          '---\ntitle: Rain\ncategories: travel japan\ntags: [rain, 雨]\nredirect_from:\n  - /old/rain\nimage: /assets/r.png\n---\n{% highlight ruby %}\nputs 1\n{% endhighlight %}\n![x]({{ site.baseurl }}/assets/r.png){: .center}',
        '_posts/2016-01-02-two.md':
          '---\ntitle: Two\npermalink: /two/\ndate: 2016-01-02 03:04:05 +0900\npublished: false\n---\nx',
        '_drafts/idea.md': '---\ntitle: Idea\n---\nx',
        'assets/r.png': 'x',
        'README.md': '# About this folder',
      }),
    )
    const [draft, rain, two] = posts
    assert.deepEqual([draft?.title, draft?.status, two?.status, posts.length], ['Idea', 'draft', 'draft', 3])
    assert.deepEqual(
      [
        rain?.externalId,
        rain?.slug,
        rain?.publishedAt?.toISOString(),
        rain?.tags,
        rain?.category,
        rain?.oldPaths,
        rain?.coverImage?.address,
      ],
      [
        'markdown:_posts/2015-06-01-rain.md',
        'rain',
        '2015-06-01T00:00:00.000Z',
        ['rain', '雨', 'japan'],
        'travel',
        ['/travel/japan/2015/06/01/rain.html', '/old/rain'],
        'archive:assets/r.png',
      ],
    )
    assert.equal(textOf(rain!.content), '\n```ruby\nputs 1\n```\n\n![x](archive:assets/r.png)')
  })

  it('reads the front matter of Hugo: TOML, bundles, aliases, shortcodes', async () => {
    const { posts, skipped } = await readAll(
      'markdown',
      memoryArchive({
        'content/posts/rain/index.md':
          '+++\ntitle = "Rain"\ndate = 2015-06-01T09:00:00+09:00\ndraft = false\ntags = ["a"]\naliases = ["/r"]\n+++\n{{< figure src="r.png" caption="It rains" >}}\n\n{{< youtube abc >}}\n\n{{< odd x >}}',
        'content/posts/rain/r.png': 'x',
        'content/posts/json.md': '{\n"title": "J",\n"date": "2015-06-01"\n}\ntext',
        'content/posts/_index.md': '---\ntitle: Posts\n---\n',
        'content/posts/bare.md': '# A heading\n\nText',
        'content/posts/bad.md': '+++\ntitle = \n+++\nx',
      }),
    )
    const rain = posts.find(({ title }) => title === 'Rain')!
    assert.deepEqual(
      [rain.slug, rain.publishedAt?.toISOString(), rain.oldPaths, rain.problems.length],
      ['rain', '2015-06-01T00:00:00.000Z', ['/posts/rain', '/r'], 2],
    )
    assert.match(
      textOf(rain.content),
      /!\[\]\(archive:content\/posts\/rain\/r\.png "It rains"\)\s+<https:\/\/www\.youtube\.com\/watch\?v=abc>/,
    )
    assert.deepEqual(posts.map(({ title }) => title).sort(), ['A heading', 'J', 'Rain'])
    assert.deepEqual(skipped.map(({ reason }) => reason).sort(), ['broken', 'not_a_post'])
  })

  it('has no posts in the trash of Obsidian, in libraries, and in hidden files', async () => {
    const files = {
      'a.md': 'a',
      'v/.trash/b.md': 'b',
      'node_modules/c/d.md': 'c',
      'v/.hidden.md': 'e',
      '_site/f.md': 'f',
    }
    const { posts, total } = await readAll('markdown', memoryArchive(files))
    assert.deepEqual([posts.map(({ source }) => source), total], [['a.md'], 1])
  })

  it('publishes only what is clearly published', async () => {
    const statusOf = async (files: Record<string, string>, file = 'blog/a.md') => {
      const { posts } = await readAll('markdown', memoryArchive(files))
      return posts.find(({ source }) => source === file)?.status
    }
    const withFields = (...lines: string[]) => statusOf({ 'blog/a.md': `---\n${lines.join('\n')}\n---\nText` })
    const published = [
      ['date: 2015-06-01'],
      ['published_at: 2015-06-01'],
      ['publish: true'],
      ['draft: false'],
      ['published: 2015-06-01'],
      ['status: published'],
      ['Status: Publish', 'Date: 2015-06-01'],
      ['date: 2015-06-01', '_build:', '  render: always'],
      ['date: 2015-06-01', 'expiryDate: 2099-01-01'],
    ]
    for (const lines of published) assert.equal(await withFields(...lines), 'published', lines.join())
    const notPublished = [
      ['publish: false'],
      ['publish: no'],
      ['published: "0"'],
      ['Published: False'],
      ['draft: true'],
      ['Draft: yes'],
      ['draft: maybe'],
      ['public: false'],
      ['private: true'],
      ['private: on'],
      ['status: private'],
      ['status: idea', 'published: true'],
      ['visibility: members'],
      ['password: secret'],
      ['permalink: false'],
      ['headless: true'],
      ['title: A', '_build: {render: never}'],
      ['title: A', '_build:', '  render: link'],
      ['build: {render: false}'],
      ['expiryDate: 2020-01-01'],
      ['expirydate: 2020-01-01T00:00:00Z'],
      ['unpublishDate: 2020-01-01'],
      ['is_paid: true', 'status: published'],
      ['salon_only: true', 'status: published'],
    ]
    for (const lines of notPublished)
      assert.equal(await withFields('date: 2015-06-01', ...lines), 'draft', lines.join())
    assert.equal(await withFields('title: Without a word about it'), 'draft')
    assert.equal(await statusOf({ 'blog/a.md': '# No front matter' }), 'draft')
    assert.equal(await statusOf({ '2015-06-01-a.md': 'No front matter' }, '2015-06-01-a.md'), 'draft')
    assert.equal(await statusOf({ 'blog/a.md': '{\n"date": "2015-06-01",\n"draft": 1\n}\nx' }), 'draft')
  })

  it('publishes of the notes of Obsidian only those that say so, and never a template', async () => {
    const dated = '---\ndate: 2015-06-01\n---\nx'
    const files = {
      'vault/.obsidian/app.json': '{}',
      'vault/note.md': dated,
      'vault/public.md': '---\npublish: true\n---\nx',
      'vault/Templates/post.md': '---\npublish: true\n---\nx',
      'Daily/2015-06-01.md': dated,
      'Daily Notes/2015-06-01.md': dated,
      'blog/post.md': dated,
    }
    const { posts } = await readAll('markdown', memoryArchive(files))
    assert.deepEqual(
      posts.filter(({ status }) => status === 'published').map(({ source }) => source),
      ['blog/post.md', 'vault/public.md'],
    )
    assert.deepEqual(
      posts.map(({ problems }) => problems.length),
      [1, 1, 0, 1, 1, 0],
    )
  })

  it('publishes what only has a date if it is from a site generator', async () => {
    const dated = (more = '') => `---\ndate: 2015-06-01\n${more}---\nx`
    const files = {
      'note.md': dated(),
      'notes/2015-06-01-rain.md': '---\ntitle: Rain\n---\nx',
      'notes/clipping.md': '---\npublished: 2015-06-01\nsource: https://a.example/\n---\nx',
      'said.md': '---\npublish: true\n---\nx',
      'jekyll.md': dated('layout: post\n'),
      '_posts/2015-06-01-rain.md': '---\ntitle: Rain\n---\nx',
      'src/content/a.md': dated(),
      'Posts/a.md': dated(),
      'source/articles/a.md': dated(),
    }
    const publishedIn = async (options: Partial<ReadOptions>) => {
      const { posts } = await readAll('markdown', memoryArchive(files), options)
      return posts.filter(({ status }) => status === 'published').map(({ source }) => source)
    }
    const ofSite = ['Posts/a.md', '_posts/2015-06-01-rain.md', 'jekyll.md', 'said.md']
    assert.deepEqual(await publishedIn({}), [...ofSite, 'source/articles/a.md', 'src/content/a.md'])
    assert.deepEqual(await publishedIn({ folder: 'blog' }), Object.keys(files).sort())
    assert.deepEqual(await publishedIn({ folder: 'blog', isVault: true }), ['said.md'])
  })

  it('keeps numbers as they are written', async () => {
    const text = '---\ntitle: 2.0\ntags: [3.10, 007, 2024]\ndraft: true\n---\nx'
    const { posts } = await readAll('markdown', memoryArchive({ 'a.md': text }))
    assert.deepEqual([posts[0]?.title, posts[0]?.tags, posts[0]?.status], ['2.0', ['3.10', '007', '2024'], 'draft'])
  })

  it('reports links to other files, which lead nowhere', async () => {
    const { posts } = await readAll(
      'markdown',
      memoryArchive({ 'a.md': '---\ndraft: true\n---\n[b](./b.md#x) [c](https://x.example/c.md)' }),
    )
    assert.deepEqual(posts[0]?.problems, [{ message: 'The link to ./b.md#x stays as it is, and leads nowhere.' }])
  })

  it('keeps the space with which a Japanese paragraph begins', async () => {
    for (const text of ['　雨', '---\ntitle: x\n---\n\n　雨', '# x\n\n　雨']) {
      const { posts } = await readAll('markdown', memoryArchive({ 'a.md': text }))
      assert.equal(textOf(posts[0]!.content), '　雨')
    }
  })

  it('takes dates without a zone as UTC, whatever the zone of this machine is', async () => {
    const zone = process.env['TZ']
    process.env['TZ'] = 'Asia/Tokyo'
    try {
      for (const [date, expected] of [
        ['2015/06/01 09:00', '2015-06-01T09:00:00.000Z'],
        ['2015-6-1', '2015-06-01T00:00:00.000Z'],
        ['June 1, 2015 9:00 PM', '2015-06-01T21:00:00.000Z'],
        ['Mon, 01 Jun 2015 09:00:00 +0900', '2015-06-01T00:00:00.000Z'],
        ['Mon, 01 Jun 2015 09:00:00 GMT', '2015-06-01T09:00:00.000Z'],
      ] as const) {
        const { posts } = await readAll('markdown', memoryArchive({ '_posts/a.md': `---\ndate: ${date}\n---\nx` }))
        assert.equal(posts[0]?.publishedAt?.toISOString(), expected, date)
      }
    } finally {
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    }
  })

  it('reports a file whose front matter repeats itself endlessly as broken', async () => {
    const bomb = `---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n---\nx`
    const { posts, skipped } = await readAll(
      'markdown',
      memoryArchive({ 'a.md': bomb, 'b.md': '---\ntitle: B\n---\nx' }),
    )
    assert.deepEqual([posts.map(({ title }) => title), skipped.length], [['B'], 1])
  })

  it('cuts what is too long, and reports it', async () => {
    const tags = Array.from({ length: 12 }, (_, index) => `t${index}`).join(', ')
    const text = `---\ntitle: ${'あ'.repeat(120)}\ntags: ${tags}\nslug: "a/b c"\ndraft: true\n---\nx`
    const { posts } = await readAll('markdown', memoryArchive({ 'a.md': text }))
    const [post] = posts
    assert.deepEqual(
      [[...post!.title].length, post?.tags.length, post?.slug, post?.problems.length],
      [100, 10, 'a-b-c', 2],
    )
  })
})
