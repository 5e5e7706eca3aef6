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
    const { posts, unread } = await readAll(
      'zenn',
      memoryArchive({ ...files, 'images/a.png': 'x', 'books/b/one.md': 'x' }),
    )
    assert.deepEqual([posts.length, unread.filter(({ reason }) => reason === 'broken').length], [297, 3])
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
    const { posts, unread } = await readAll('qiita', memoryArchive(files))
    assert.deepEqual([posts.length, unread.length], [297, 3])
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
    const { posts, unread } = await readAll('devto', memoryArchive({ ...files, 'posts/c.png': 'x', 'README.md': 'x' }))
    assert.deepEqual([posts.length, unread.length], [297, 3])
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
    const { posts, unread } = await readAll(
      'devto',
      memoryArchive({ 'articles.json': JSON.stringify([article, null, { title: 'B' }]) }),
    )
    assert.deepEqual(
      [posts[0]?.externalId, posts[0]?.tags, posts[0]?.oldPaths, unread.length],
      ['devto:7', ['x', 'y'], ['/kim/a-1'], 2],
    )
  })
})

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
    const { posts, unread } = await readAll(
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
    assert.deepEqual(unread.map(({ reason }) => reason).sort(), ['broken', 'skipped'])
  })

  it('shows a figure of Hugo whose caption has quotes', async () => {
    const text = '{{< figure src="r.png" alt="x" caption="\\"It rains\\", she said" >}}'
    const { posts } = await readAll('markdown', memoryArchive({ 'a.md': text, 'r.png': 'x' }))
    assert.equal(textOf(posts[0]!.content).trim(), '![x](archive:r.png "\\"It rains\\", she said")')
  })

  it('finds the images of Obsidian wherever they are, and reports what stays as text', async () => {
    const text =
      '![[雨 #1.png]] ![[rain.png|Rain]] ![[rain.png|300]] [[Other|text]] `![[rain.png]]` [[1]](https://x.example)'
    const { posts } = await readAll(
      'markdown',
      memoryArchive({ 'notes/a.md': text, 'files/deep/雨 #1.png': 'x', 'rain.png': 'x' }),
    )
    const rest = '[[Other|text]] `![[rain.png]]` [[1]](https://x.example)'
    assert.equal(
      textOf(posts[0]!.content),
      `![](archive:files/deep/雨 #1.png) ![Rain](archive:rain.png) ![](archive:rain.png) ${rest}`,
    )
    assert.deepEqual(posts[0]?.problems, [{ message: 'A link or embed of Obsidian, [[Other]], stays as text.' }])
  })

  it('never publishes comments of Liquid and Obsidian', async () => {
    const text =
      'a{% comment %} secret `x`\n\nsecret {% endcomment %}b %%secret%% c\n\n%%\nsecret\n\n```\nsecret\n```\n%%\n\n`%%d%%` 5 %% e'
    const { posts } = await readAll('markdown', memoryArchive({ 'a.md': text }))
    assert.match(textOf(posts[0]!.content), /^ab {2}c\s+`%%d%%` 5 %% e$/)
    assert.deepEqual(posts[0]?.problems, [{ message: 'A comment of Obsidian (%%…%%) was removed.' }])
  })

  it('shows boxes, marked text and sizes of Obsidian as the site writes them', async () => {
    const text =
      '> [!info]- Title\n> a ==b== 1==2\n\n> [!bug]\n> c\n\n![x|300](r.png)\n\n| ![[r.png\\|20]] |\n| - |\n\n`==d==`'
    const { posts } = await readAll('markdown', memoryArchive({ 'a.md': text, 'r.png': 'x' }))
    assert.equal(
      textOf(posts[0]!.content),
      '> [!NOTE]\n> **Title**\n> \n> a <mark>b</mark> 1==2\n\n> [!CAUTION]\n> c\n\n![x](archive:r.png)\n\n| ![](archive:r.png) |\n| - |\n\n`==d==`',
    )
  })

  it('keeps embeds within HTML, and percent signs', async () => {
    const frame = '<iframe src="https://www.youtube.com/embed/abc"></iframe>'
    const file = `<div>${frame}</div>\n\n<div>\n  ${frame}\n</div>\n\n5%% in May, 6%% in June\n\n> [!CAUTION]\n> a`
    const { posts } = await readAll('markdown', memoryArchive({ 'a.md': file }))
    const url = 'https://www.youtube.com/watch?v=abc'
    const link = `<a href="${url}">${url}</a>`
    assert.equal(
      textOf(posts[0]!.content),
      `<div>${link}</div>\n\n<div>\n  ${link}\n</div>\n\n5%% in May, 6%% in June\n\n> [!CAUTION]\n> a`,
    )
  })

  it('keeps embeds in their list, quote or sentence', async () => {
    const text =
      '- {% youtube abc %}\n- a {{< gist kim 12 >}} b\n\n> {{< tweet user="k" id="34" >}}\n\n{% gist kim/56 %}\nc'
    const { posts } = await readAll('markdown', memoryArchive({ 'a.md': text }))
    assert.equal(
      textOf(posts[0]!.content).replaceAll(/\n{3,}/g, '\n\n'),
      '- <https://www.youtube.com/watch?v=abc>\n- a <https://gist.github.com/kim/12> b\n\n> <https://twitter.com/i/status/34>\n\n<https://gist.github.com/kim/56>\n\nc',
    )
  })

  it('links to frames, films and gists that are HTML, and reports scripts', async () => {
    const text = `<iframe width="1" src='https://www.youtube.com/embed/abc?x=1'></iframe>

<video controls><source src="https://x.example/v.mp4" type="video/mp4">No film.</video>

<script src="https://gist.github.com/kim/12.js"></script>

<script>alert(1)</script>

\`<iframe src="https://x.example/"></iframe>\``
    for (const [kind, path] of [
      ['markdown', 'a.md'],
      ['devto', 'a.md'],
      ['zenn', 'articles/a.md'],
      ['qiita', 'public/a.md'],
    ] as const) {
      const { posts } = await readAll(kind, memoryArchive({ [path]: `---\ntitle: A\n---\n${text}` }))
      assert.deepEqual(
        textOf(posts[0]!.content).match(/<(?:http|script|iframe)[^>]*>/g),
        [
          '<https://www.youtube.com/watch?v=abc>',
          '<https://x.example/v.mp4>',
          '<https://gist.github.com/kim/12>',
          '<script>',
          '<iframe src="https://x.example/">',
        ],
        kind,
      )
      assert.equal(posts[0]?.problems.filter(({ message }) => message === 'A script was removed.').length, 1)
    }
  })

  it('reads links, headings and the table of contents of Jekyll', async () => {
    const text =
      '* TOC\n{:toc}\n\n## A {#a .b}\n\n[x]({% post_url 2015-01-01-x %}) [y]({% link _posts/y.md %})\n\n{{% odd %}}'
    const { posts } = await readAll('markdown', memoryArchive({ 'a.md': text }))
    assert.equal(textOf(posts[0]!.content).trim(), '## A\n\n[x](2015-01-01-x.md) [y](_posts/y.md)\n\n{{% odd %}}')
    assert.deepEqual(
      posts[0]?.problems.map(({ message }) => message),
      [
        'The shortcode odd stays as text.',
        'The link to 2015-01-01-x.md stays as it is, and leads nowhere.',
        'The link to _posts/y.md stays as it is, and leads nowhere.',
      ],
    )
  })

  it('reads code, images and categories of Hexo, and reports a date that is none', async () => {
    const head = '---\ntitle: H\ndate: soon\ncategories:\n- [Diary, Sub]\n---\n'
    const text = '{% asset_img r.jpg It rains %}\n\n{% codeblock lang:js %}\na_b()\n{% endcodeblock %}'
    const { posts } = await readAll(
      'markdown',
      memoryArchive({ 'source/_posts/h.md': head + text, 'source/_posts/h/r.jpg': 'x' }),
    )
    assert.match(
      textOf(posts[0]!.content),
      /^!\[It rains\]\(archive:source\/_posts\/h\/r\.jpg\)\s+```js\na_b\(\)\n```\s*$/,
    )
    assert.deepEqual([posts[0]?.category, posts[0]?.tags], ['essay', ['Sub']])
    assert.deepEqual(posts[0]?.problems, [{ message: 'The date "soon" cannot be read.' }])
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

  it('keeps numbers as they are written', async () => {
    const text = '---\ntitle: 2.0\ntags: [3.10, 007, 2024]\ndraft: true\n---\nx'
    const { posts } = await readAll('markdown', memoryArchive({ 'a.md': text }))
    assert.deepEqual([posts[0]?.title, posts[0]?.tags, posts[0]?.status], ['2.0', ['3.10', '007', '2024'], 'draft'])
  })

  it('reports links to other files, which lead nowhere', async () => {
    const { posts } = await readAll('markdown', memoryArchive({ 'a.md': '[b](./b.md#x) [c](https://x.example/c.md)' }))
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
        const { posts } = await readAll('markdown', memoryArchive({ 'a.md': `---\ndate: ${date}\n---\nx` }))
        assert.equal(posts[0]?.publishedAt?.toISOString(), expected, date)
      }
    } finally {
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    }
  })

  it('reports a file whose front matter repeats itself endlessly as broken', async () => {
    const bomb = `---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n---\nx`
    const { posts, unread } = await readAll(
      'markdown',
      memoryArchive({ 'a.md': bomb, 'b.md': '---\ntitle: B\n---\nx' }),
    )
    assert.deepEqual([posts.map(({ title }) => title), unread.length], [['B'], 1])
  })

  it('cuts what is too long, and reports it', async () => {
    const tags = Array.from({ length: 12 }, (_, index) => `t${index}`).join(', ')
    const text = `---\ntitle: ${'あ'.repeat(120)}\ntags: ${tags}\nslug: "a/b c"\n---\nx`
    const { posts } = await readAll('markdown', memoryArchive({ 'a.md': text }))
    const [post] = posts
    assert.deepEqual(
      [[...post!.title].length, post?.tags.length, post?.slug, post?.problems.length],
      [100, 10, 'a-b-c', 2],
    )
  })
})
