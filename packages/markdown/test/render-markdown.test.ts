import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isUnmarked, plainPage } from '../src/plain-page.ts'
import { renderMarkdown } from '../src/render-markdown.ts'

const htmlOf = async (source: string) => (await renderMarkdown(source)).html

describe('Markdown', () => {
  for (const [what, source, html] of [
    ['bold beside Japanese punctuation is bold', '**日本語。**です', '<p><strong>日本語。</strong>です</p>\n'],
    ['a line break between Japanese characters is not a space', '日本\n語', '<p>日本語</p>\n'],
    ['nor after bold', '**太字**\nです', '<p><strong>太字</strong>です</p>\n'],
    ['nor before bold', '日本\n**太字**', '<p>日本<strong>太字</strong></p>\n'],
    ['nor around a link', '前の\n[リンク](/a)\nの後', '<p>前の<a href="/a">リンク</a>の後</p>\n'],
    ['nor around code', '前の\n`コード`\nの後', '<p>前の<code>コード</code>の後</p>\n'],
    ['nor around tags', '前の\n<kbd>鍵</kbd>\nの後', '<p>前の<kbd>鍵</kbd>の後</p>\n'],
    ['nor beside a rare character', '𠮷\n𠮷', '<p>𠮷𠮷</p>\n'],
    ['but beside Latin code', '前の\n`code`\nの後', '<p>前の\n<code>code</code>\nの後</p>\n'],
    ['a line break between words is one', 'one\ntwo', '<p>one\ntwo</p>\n'],
    [
      'an address becomes a link',
      'https://a.test/b_c_',
      '<p><a class="address" href="https://a.test/b_c_" rel="nofollow ugc noopener">https://a.test/b_c_</a></p>\n',
    ],
    ['what only looks like an address does not', 'main.js a@b.test', '<p>main.js a@b.test</p>\n'],
    [
      'a task is a box with its text as label',
      '- [x] **done**\n- [ ] open',
      '<ul>\n<li class="task"><label><input type="checkbox" disabled checked /><strong>done</strong></label></li>\n' +
        '<li class="task"><label><input type="checkbox" disabled />open</label></li>\n</ul>\n',
    ],
    [
      'the reading of a character stays with it',
      '<ruby>漢<rt>かん</rt></ruby>',
      '<p><ruby>漢<rt>かん</rt></ruby></p>\n',
    ],
    ['a comment is not there', 'a <!-- b --> c', '<p>a  c</p>\n'],
    ['nothing is nothing', '', ''],
  ] as const) {
    it(what, async () => assert.equal(await htmlOf(source), html))
  }

  it('wraps tables, also in HTML, and sets the alignment of columns as a class', async () => {
    const html = await htmlOf('|a|b|\n|:-:|--:|\n|1|2|\n\n<table width="9999"><tr><td>x</td></tr></table>')
    assert.equal(html.match(/<div class="table" tabindex="0"><table>/g)?.length, 2)
    assert.equal(html.match(/<\/table><\/div>/g)?.length, 2)
    assert.match(html, /<th class="align-center">a<\/th>\n<th class="align-right">b<\/th>/)
  })

  it('renders footnotes at the end, numbered in the order of their first use', async () => {
    const html = await htmlOf('x[^b] y[^a] z[^b] [^none]\n\n[^a]: first\n[^b]: second,\n  with *more*\n\nend')
    assert.match(html, /x<sup class="footnote"><a id="fnref-1" href="#fn-1">1<\/a><\/sup> y<sup/)
    assert.match(html, /z<sup class="footnote"><a id="fnref-1-2" href="#fn-1">1<\/a><\/sup> \[\^none\]/)
    assert.match(
      html,
      /<p>end<\/p>\n<section class="footnotes"><ol start="1">\n<li id="fn-1">second,\nwith <em>more<\/em> <a/,
    )
    assert.match(html, /<li id="fn-2">first <a href="#fnref-2">↩<\/a><\/li>\n<\/ol><\/section>\n$/)
  })
})

describe('footnotes', () => {
  it('contain all paragraphs, lists and code blocks that are indented below them', async () => {
    const html = await htmlOf(
      'x[^1] y[^2]\n\n[^1]: first\n\n    second\n\n    - item\n\n        code\n\n[^2]: other\n\nend',
    )
    assert.equal(
      html.slice(html.indexOf('<p>end')),
      '<p>end</p>\n<section class="footnotes"><ol start="1">\n<li id="fn-1">\n<p>first</p>\n<p>second</p>\n' +
        '<ul>\n<li>\n<p>item</p>\n<p>code</p>\n</li>\n</ul>\n <a href="#fnref-1">↩</a></li>\n' +
        '<li id="fn-2">other <a href="#fnref-2">↩</a></li>\n</ol></section>\n',
    )
  })

  it('link back from their last paragraph', async () => {
    const html = await htmlOf('x[^1]\n\n[^1]: first\n\n  second\n\nend')
    assert.match(html, /<li id="fn-1">\n<p>first<\/p>\n<p>second <a href="#fnref-1">↩<\/a><\/p>\n<\/li>/)
  })

  it('can use each other, can be in quotes and lists, and are left out if unused', async () => {
    const html = await htmlOf('x[^a]\n\n> [^a]: see[^b]\n\n- item\n\n  [^b]: see[^a]\n\n[^c]: unused')
    assert.match(html, /<li id="fn-1">see<sup class="footnote"><a id="fnref-2" href="#fn-2">2<\/a><\/sup> <a/)
    assert.match(html, /<li id="fn-2">see<sup class="footnote"><a id="fnref-1-2" href="#fn-1">1<\/a><\/sup> <a/)
    assert.doesNotMatch(html, /unused/)
  })

  it('can be written where they are used, directly after a word', async () => {
    const html = await htmlOf(
      '語^[note with *more*, [a link](/x) and `]`^[inner]]。[^a] p ^[a-z] \\^[b] c^[ ] d^[e\n\n[^a]: last',
    )
    assert.match(html, /^<p>語<sup class="footnote"><a id="fnref-1" href="#fn-1">1<\/a><\/sup>。<sup/)
    assert.match(html, /p \^\[a-z\] \^\[b\] c\^\[ \] d\^\[e<\/p>/)
    assert.match(html, /<li id="fn-1">note with <em>more<\/em>, <a href="\/x">a link<\/a> and <code>\]<\/code><sup/)
    assert.match(html, /<li id="fn-2">last <a.*\n<li id="fn-3">inner <a href="#fnref-3">↩<\/a><\/li>/)
  })

  it('are not part of the name of a heading', async () => {
    const { html, toc } = await renderMarkdown('## One[^a] two\n\n[^a]: note')
    assert.match(html, /<h2 id="h-one-two">One<sup/)
    assert.deepEqual(toc, [{ id: 'h-one-two', level: 2, text: 'One two' }])
  })

  it('end at the first line that is not indented', async () => {
    assert.match(await htmlOf('x[^1]\n\n[^1]: note\ntext'), /<p>text<\/p>\n<section/)
  })
})

describe('headings', () => {
  it('have unique ids in any script, and those of levels 2 and 3 are listed', async () => {
    const { html, toc } = await renderMarkdown(
      '## はじめに！\n## はじめに！\n### A & <b>B</b>\n#### deep\n## 😀\n<h2>raw</h2>',
    )
    assert.deepEqual(toc, [
      { id: 'h-はじめに', level: 2, text: 'はじめに！' },
      { id: 'h-はじめに-2', level: 2, text: 'はじめに！' },
      { id: 'h-a-b', level: 3, text: 'A & B' },
      { id: 'h-section', level: 2, text: '😀' },
      { id: 'h-raw', level: 2, text: 'raw' },
    ])
    for (const { id, level } of toc) assert.ok(html.includes(`<h${level} id="${id}">`), id)
    assert.ok(html.includes('<h4 id="h-deep">deep</h4>'))
  })

  it('of a text that starts at level 1 are moved down by one, below the page title', async () => {
    const { html, toc } = await renderMarkdown('# one\n## two\n###### six')
    assert.equal(html, '<h2 id="h-one">one</h2>\n<h3 id="h-two">two</h3>\n<h6 id="h-six">six</h6>\n')
    assert.deepEqual(
      toc.map(({ level }) => level),
      [2, 3],
    )
  })

  it('can be linked by the text of the heading', async () => {
    const html = await htmlOf('[a](#はじめに) [b](#Some-Heading) [c](#h-c)\n\n## はじめに')
    assert.match(html, /href="#h-はじめに">a.*href="#h-some-heading">b.*href="#h-c">c/)
  })

  it('never share an id, whatever their text is', async () => {
    const title = fc.constantFrom('a', 'a 2', 'a 2 2', 'A-2', 'a-3', '', '!', 'section', 'section 2')
    await fc.assert(
      fc.asyncProperty(fc.array(title, { maxLength: 20 }), async titles => {
        const ids = [...(await htmlOf(titles.map(title => `## ${title}\n`).join(''))).matchAll(/ id="([^"]*)"/g)]
        assert.equal(new Set(ids.map(([, id]) => id)).size, titles.length)
      }),
    )
  })
})

describe('pictures', () => {
  it('are loaded lazily, and have their size if it is known', async () => {
    const sizeOf = (src: string) => (src === '/known.png' ? { width: 640, height: 480 } : undefined)
    const { html } = await renderMarkdown(
      '![a](/known.png) ![b](https://b.test/x.png "t") <img src="/c.png" width=3 height=4>',
      { sizeOf },
    )
    assert.equal(
      html,
      '<p><img src="/known.png" alt="a" width="640" height="480" loading="lazy" decoding="async" /> ' +
        '<img src="https://b.test/x.png" alt="b" title="t" class="unsized" loading="lazy" decoding="async" /> ' +
        '<img src="/c.png" alt="" width="3" height="4" class="sized" loading="lazy" decoding="async" /></p>\n',
    )
  })

  it('are shown in the width that the author wrote, as in Zenn or in HTML, without distortion', async () => {
    const sizeOf = (src: string) => (src === '/known.png' ? { width: 640, height: 480 } : undefined)
    const tagOf = async (source: string) => /<img [^>]*>/.exec((await renderMarkdown(source, { sizeOf })).html)?.[0]
    const known =
      '<img src="/known.png" alt="a" width="320" height="240" class="sized" loading="lazy" decoding="async" />'
    for (const source of [
      '![a](/known.png =320x)',
      '![a](/known.png =320x999 )',
      '![a](</known.png> =320x)',
      '<img src="/known.png" alt="a" width="320">',
    ])
      assert.equal(await tagOf(source), known, source)
    const unknown =
      '<img src="https://b.test/x.png" alt="b c" width="250" class="sized" loading="lazy" decoding="async" />'
    assert.equal(await tagOf('![*b* c](https://b.test/x.png =250x)'), unknown)
  })

  it('ignore an invalid width, and stay text if their address is refused', async () => {
    for (const width of ['=x', '=x250', '=0x', '=999999x'])
      assert.equal(await htmlOf(`![a](/a.png ${width})`), await htmlOf('![a](/a.png)'), width)
    assert.equal(await htmlOf('![a](javascript:x =9x)'), '<p>![a](javascript:x =9x)</p>\n')
  })
})

describe('captions', () => {
  it('a picture with a title, alone in its paragraph, is a figure with the title as its caption', async () => {
    const image = (alt: string) => `<img src="/a.png" alt="${alt}" class="unsized" loading="lazy" decoding="async" />`
    assert.equal(
      await htmlOf('![b](/a.png "A <i>title</i> & more")'),
      `<figure>${image('b')}<figcaption>A &lt;i&gt;title&lt;/i&gt; &amp; more</figcaption></figure>\n`,
    )
    assert.equal(
      await htmlOf('[![b](/a.png "t")](/c)'),
      `<figure><a href="/c">${image('b')}</a><figcaption>t</figcaption></figure>\n`,
    )
    assert.equal(await htmlOf('![b](/a.png)'), `<p>${image('b')}</p>\n`)
    assert.match(await htmlOf('![b](/a.png "t") and words'), /^<p><img .* title="t" .*\/> and words<\/p>/)
    assert.match(await htmlOf('- ![b](/a.png "t")'), /<li><img .* title="t" /)
  })
})

describe('the paywall', () => {
  const marker = '<!-- paywall -->'

  it('is a line where the free part ends', async () => {
    const { html, toc } = await renderMarkdown(`## a\n\nfree **bold ${marker} paid** [^1]\n\n## a\n\n[^1]: note`, {
      paywallMarker: marker,
    })
    const [free, paid, ...none] = html.split('<hr class="paywall-line">\n')
    assert.equal(free, (await renderMarkdown('## a\n\nfree **bold ')).html)
    assert.match(paid ?? '', /^<p>paid\*\* <sup/)
    assert.deepEqual(none, [])
    assert.deepEqual(
      toc.map(({ id }) => id),
      ['h-a', 'h-a-2'],
    )
  })

  it('is left out unless it is requested', async () => {
    assert.equal(await htmlOf(`a\n\n${marker}\n\nb`), '<p>a</p>\n\n<p>b</p>\n')
  })
})

describe('a text without markup', () => {
  it('gives the same page with and without rendering', async () => {
    const words = fc.array(
      fc.constantFrom(
        'a',
        'Word',
        '日本語',
        '。',
        '、',
        ' ',
        ',',
        '.',
        "'",
        '!',
        '?',
        '\n\n',
        '\n',
        '1',
        '「',
        '」',
        '（',
        '）',
        '…',
        '・',
        'é',
        '-',
      ),
      {
        maxLength: 12,
      },
    )
    let unmarked = 0
    await fc.assert(
      fc.asyncProperty(
        words.map(parts => parts.join('')),
        async text => {
          if (!isUnmarked(text)) return
          unmarked++
          assert.deepEqual(await renderMarkdown(text), plainPage(text))
        },
      ),
      { numRuns: 2000 },
    )
    assert.ok(unmarked > 100, `${unmarked}`)
  })
})
