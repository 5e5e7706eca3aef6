import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { memoryArchive } from './support/memory-archive.ts'
import { readAll, textOf } from './support/read-all.ts'

const PUBLISHED = '---\npublish: true\n---\n'

describe('Markdown of other programs', () => {
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
      memoryArchive({ 'notes/a.md': PUBLISHED + text, 'files/deep/雨 #1.png': 'x', 'rain.png': 'x' }),
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
    const { posts } = await readAll('markdown', memoryArchive({ 'a.md': PUBLISHED + text }))
    assert.match(textOf(posts[0]!.content), /^ab {2}c\s+`%%d%%` 5 %% e$/)
    assert.deepEqual(posts[0]?.problems, [{ message: 'A comment of Obsidian (%%…%%) was removed.' }])
    for (const [comments, shown] of [
      ['Chapter 1%%secret%% public %%private%% end', 'Chapter 1 public  end'],
      ['Chapter 1%% secret %% public %% private %% end', 'Chapter 1 public  end'],
      ['In 2024%%\nsecret 1\n%% public %%private 2%% end', 'In 2024 public  end'],
      ['5%% in May %%secret%% 6%% in June', '5%% in May  6%% in June'],
    ] as const) {
      const { posts } = await readAll('markdown', memoryArchive({ 'a.md': comments }))
      assert.equal(textOf(posts[0]!.content), shown)
    }
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

  it('reports embeds in HTML that have no address of their own', async () => {
    for (const text of [
      '<video src="/v.mp4"></video>',
      '<iframe src="a.html"></iframe>',
      '<audio src="https://%"></audio>',
    ]) {
      const { posts } = await readAll('markdown', memoryArchive({ 'a.md': PUBLISHED + text }))
      assert.deepEqual(posts[0]?.problems, [{ message: 'An embed without an address was removed.' }], text)
    }
  })

  it('reads links, headings and the table of contents of Jekyll', async () => {
    const text =
      '* TOC\n{:toc}\n\n## A {#a .b}\n\n[x]({% post_url 2015-01-01-x %}) [y]({% link _posts/y.md %})\n\n{{% odd %}}'
    const { posts } = await readAll('markdown', memoryArchive({ 'a.md': PUBLISHED + text }))
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

  it('removes attributes and comments of kramdown, and keeps other braces', async () => {
    for (const [text, shown] of [
      ['Elixir returns {:ok, value} here, or {:error}.', 'Elixir returns {:ok, value} here, or {:error}.'],
      ['a {: .b #c k="v w" l=m}\n{:.d.e}\n{:start="2"}', 'a'],
      ['{:refdef: style="text-align: center;"}\na\n{: refdef}', 'a'],
      ['a{::comment}\nsecret\n{:/comment}b {::nomarkdown}c{:/}', 'ab c'],
      [`{:${'.a'.repeat(100_000)} k=${'v'.repeat(100_000)}`, /^\{:\.a/],
    ] as const) {
      const { posts } = await readAll('markdown', memoryArchive({ 'a.md': text }))
      if (typeof shown === 'string') assert.equal(textOf(posts[0]!.content).trim(), shown)
      else assert.match(textOf(posts[0]!.content), shown)
    }
  })

  it('keeps formulas of dev.to', async () => {
    const text =
      'So {% katex inline %}a_1 < b{% endkatex %}2:\n{% katex %}\na &= b \\\\\n\nc % d\n{% endkatex %}\n- {% katex %} x {% endkatex %}\n\n`{% katex %}y{% endkatex %}`'
    const archive = memoryArchive({ 'a.md': `---\ntitle: A\n---\n${text}` })
    const { posts } = await readAll('devto', archive)
    assert.equal(
      textOf(posts[0]!.content),
      'So $a_1 < b$&#x32;:\n\n\n$$\na &= b \\\\\nc\n$$\n\n\n- $x$\n\n`{% katex %}y{% endkatex %}`',
    )
    assert.deepEqual(posts[0]?.problems, [])
    const hostile = memoryArchive({ 'a.md': `---\ntitle: A\n---\n${'{% katex %} x '.repeat(20_000)}` })
    assert.equal((await readAll('devto', hostile)).posts.length, 1)
  })

  it('reads code, images and categories of Hexo, and reports a date that cannot be read', async () => {
    const head = '---\ntitle: H\npublish: true\ndate: soon\ncategories:\n- [Diary, Sub]\n---\n'
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
})
