import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderMarkdown } from '@galley/markdown/render-markdown'
import { convert } from './support/convert.ts'
import { visibleHtml } from './support/visible-html.ts'

/** Articles as the services export them. */
const ARTICLES: Readonly<Record<string, string>> = {
  'paragraphs and inline formats': `<p>One <strong>bold</strong>, <em>italic</em>, <del>gone</del>, <code>a &lt; b</code> and
    <a href="https://example.com/a_b?c=d&amp;e=(f)">a link</a>.</p><p>Two<br>lines. 5 * 3 * 2, snake_case_name, [brackets], # no heading.</p>`,
  'Japanese text with bold beside punctuation': `<p>これは<strong>「強調」</strong>です。<em>斜体</em>、<strong>太字。</strong>次の文。</p>
    <p><ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>と<ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby>の話。</p>`,
  'bold inside words and quotation marks':
    '<p>foo<b>"bar"</b>baz, un<strong>believ</strong>able, <em>a <strong>b</strong></em>, <strong><em>x</em></strong>y.</p>',
  'nested lists': `<ul><li>a<ul><li>b<ol><li>c</li><li>d</li></ol></li><li>e</li></ul></li><li>f <b>g</b></li></ul>
    <ol start="3"><li>three</li><li>four</li></ol>`,
  'a list with paragraphs and code':
    '<ul><li><p>a</p><pre><code>x = 1\n\ny</code></pre><p>b</p></li><li><p>c</p></li></ul>',
  'a table with a head': `<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody>
    <tr><td>1 | 2</td><td><code>x</code><br>y</td></tr><tr><td></td><td><a href="https://example.com">z</a></td></tr></tbody></table>`,
  'tables that Markdown cannot express': `<table><tbody><tr><td>no</td><td>head</td></tr></tbody></table>
    <table><thead><tr><th colspan="2">wide</th></tr></thead><tbody><tr><td>a</td><td><ul><li>b</li></ul></td></tr></tbody></table>`,
  'code with a language and blank lines':
    '<pre class="wp-block-code"><code class="language-ts">const a = `x` &amp;&amp; 1\n\n```\n\tb()</code></pre><p>after</p>',
  'headings, quotes and lines':
    '<h2>One</h2><h3>Two &amp; a <code>half</code></h3><blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote><hr><p>c</p>',
  'pictures and captions': `<p><img src="https://example.com/a.png" alt="An [odd] one"></p>
    <figure><img src="https://example.com/b.png" alt="b"><figcaption>It "rains"</figcaption></figure>
    <figure><img src="https://example.com/c.png" alt="c"><figcaption>By <a href="https://example.com">Kim</a></figcaption></figure>`,
  'elements without a form in Markdown': `<p>H<sub>2</sub>O, x<sup>2</sup>, <u>under</u>, <mark>mark</mark>, <kbd>Ctrl</kbd>, <small>small</small></p>
    <dl><dt>term</dt><dd>meaning</dd></dl><details><summary>More</summary><p>a <b>b</b></p><ul><li>c</li></ul></details>`,
  'such elements in lists and quotes':
    '<ul><li>H<sub>2</sub>O</li><li><kbd>Ctrl</kbd> and <ruby>字<rt>じ</rt></ruby></li></ul><blockquote>x<sup>2</sup> y</blockquote>',
  'text that looks like Markdown':
    '<p>1. no list</p><p>- no list</p><p>&gt; no quote</p><p>:::no box</p><p>$5 and $6</p><p>&lt;b&gt;tag&lt;/b&gt; &amp;amp; **no** ~~no~~ [^1]</p>',
}

describe('HTML as Markdown', () => {
  it('keeps the space at the edge of code', () => {
    assert.equal(convert('<p><code>a </code><code>b</code></p>').markdown, '`a` `b`')
  })

  it('has all lines of code, whatever elements they are in', () => {
    for (const html of [
      '<pre><code><div>a\n</div><div>b\n</div></code></pre>',
      '<pre><ol><li><code>a\n</code></li><li><code>b</code></li></ol></pre>',
      '<pre>a\n<div><code>b</code></div></pre>',
      '<pre><code><div>a</div><div>b</div></code></pre>',
      '<pre>a<div><span>b</span></div></pre>',
      '<pre><ol><li>a</li><li>b</li></ol></pre>',
    ]) {
      assert.equal(convert(html).markdown, '```\na\nb\n```', html)
    }
    const blank = '<pre><div>a</div><div><br></div><br><div>b</div></pre>'
    assert.equal(convert(blank).markdown, '```\na\n\n\nb\n```')
  })

  for (const [name, html] of Object.entries(ARTICLES)) {
    it(`looks the same: ${name}`, async () => {
      const { markdown, messages } = convert(html)
      const rendered = await renderMarkdown(markdown, { highlight: false })
      assert.equal(visibleHtml(rendered.html), visibleHtml(html), markdown)
      assert.deepEqual(messages, [])
    })
  }

  it('has footnotes of several services', async () => {
    const forms = [
      '<p>a<sup id="fnref:1"><a href="#fn:1">1</a></sup> b<sup id="fnref:2"><a href="#fn:2">2</a></sup></p><div class="footnotes"><hr><ol><li id="fn:1"><p>One <b>x</b>. <a href="#fnref:1">↩</a></p></li><li id="fn:2"><p>Two.&nbsp;<a href="#fnref:2">↩︎</a></p></li></ol></div>',
      '<p>a<sup data-fn="u1" class="fn"><a href="#u1" id="u1-link">1</a></sup> b<sup data-fn="u2" class="fn"><a href="#u2" id="u2-link">2</a></sup></p><ol class="wp-block-footnotes"><li id="u1">One <b>x</b>. <a href="#u1-link">↩︎</a></li><li id="u2">Two. <a href="#u2-link">↩︎</a></li></ol>',
    ]
    for (const html of forms) {
      const { markdown } = convert(html)
      assert.equal(markdown, 'a[^1] b[^2]\n\n[^1]: One **x**.\n\n[^2]: Two.')
      const rendered = await renderMarkdown(markdown, { highlight: false })
      assert.match(rendered.html, /<section class="footnotes">/)
    }
  })

  it('has each use of a footnote, also in another one', () => {
    const use = (id: string, note: number) => `<sup><a href="#f${note}" id="${id}">${note}</a></sup>`
    const html = `<p>a${use('r1', 1)} b${use('r1-2', 1)}</p><ol><li id="f1"><p>One${use('r2', 2)}. <a href="#r1">↩</a> <a href="#r1-2">↩²</a></p></li><li id="f2"><p>Two. <a href="#r2">↩</a></p></li></ol>`
    assert.equal(convert(html).markdown, 'a[^1] b[^1]\n\n[^1]: One[^2].\n\n[^2]: Two.')
  })

  it('has footnotes whose ids are on empty links', async () => {
    const html =
      '<p>a<a id="r1" href="#f1">[1]</a> b<a id="r2" href="#f2">[2]</a></p><p><a id="f1"></a>One. <a href="#r1">↩</a></p><p><a id="f2" href="#r2"></a>Two.</p>'
    assert.equal(convert(html).markdown, 'a[^1] b[^2]\n\n[^1]: One.\n\n[^2]: Two.')
  })

  it('has no footnotes for headings that link to themselves', () => {
    const html = '<div><h2 id="a"><a href="#a">#</a> A</h2><h3><a id="b" href="#b"></a>B</h3><p>x</p></div>'
    assert.equal(convert(html).markdown, '## [#](#a) A\n\n### B\n\nx')
  })

  it('shows the text of each footnote, also of those used in HTML', async () => {
    const use = (id: number) => `<sup id="r${id}"><a href="#f${id}">${id}</a></sup>`
    const note = (id: number) => `<li id="f${id}">Note <b>${id}</b>. <a href="#r${id}">↩</a></li>`
    const html = `<dl><dt>a${use(1)}</dt><dd>b</dd></dl><p>c${use(2)}</p><details><summary>d${use(3)}</summary>e${use(4)}</details><ol>${[1, 2, 3, 4].map(note).join('')}</ol>`
    const { markdown } = convert(html)
    assert.equal(
      markdown,
      '<dl><dt>a<sup>&#42;1</sup></dt><dd>b</dd></dl>\n\nc[^2]\n\n<details><summary>d<sup>&#42;3</sup></summary>\n\ne[^4]\n\n</details>\n\n\\*1 Note **1**.\n\n[^2]: Note **2**.\n\n\\*3 Note **3**.\n\n[^4]: Note **4**.',
    )
    const page = await renderMarkdown(markdown, { highlight: false })
    assert.equal(page.html.match(/Note <strong>/g)?.length, 4)
  })

  it('shows the number of the page where HTML uses a footnote that is used elsewhere too', () => {
    const use = (id: string) => `<a id="r${id}" href="#f${id}">x</a>`
    const html = `<dl><dt>a${use('1')}${use('2')}</dt></dl><p>c<a id="s2" href="#f2">2</a></p><ol><li id="f1">One <a href="#r1">↩</a></li><li id="f2">Two <a href="#r2">↩</a> <a href="#s2">↩</a></li></ol>`
    assert.equal(
      convert(html).markdown,
      '<dl><dt>a<sup>&#42;1</sup><sup>1</sup></dt></dl>\n\nc[^2]\n\n\\*1 One\n\n[^2]: Two',
    )
  })

  it('has links in place of embeds, and reports them', () => {
    const { markdown, messages } = convert(
      '<figure class="wp-block-embed"><div><iframe title="A film" src="https://www.youtube.com/embed/abc?x=1"></iframe></div></figure><script>alert(1)</script><p>end</p><p>&nbsp;</p>',
    )
    assert.equal(markdown, '[A film](https://www.youtube.com/watch?v=abc)\n\nend')
    assert.deepEqual(messages, ['An embed of www.youtube.com was replaced by a link.', 'A script was removed.'])
  })

  it('keeps addresses in the text as links, and images that are loaded late', () => {
    const { markdown } = convert(
      '<p>See https://example.com/a_b_c. <img src="data:image/gif;base64,R0lGOD" data-src="https://example.com/x.png" alt=""></p>',
    )
    assert.equal(markdown, 'See <https://example.com/a_b_c>. ![](https://example.com/x.png)')
  })

  it('rejects a text that is nested too deep or too long', () => {
    assert.throws(() => convert('<div>'.repeat(20_000)), { message: 'text_nested_too_deep' })
    assert.throws(() => convert('x'.repeat(8_000_001)), { message: 'text_too_long' })
  })

  it('is fast for a cell that spans a billion columns', () => {
    assert.match(convert('<table><tr><th colspan="999999999">a</th></tr></table>').markdown, /colspan="999999999"/)
  })
})
