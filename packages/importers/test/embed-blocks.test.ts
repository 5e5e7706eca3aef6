import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convert } from './support/convert.ts'

const BLOCKS: Readonly<Record<string, readonly [html: string, markdown: string]>> = {
  'an old gallery of WordPress': [
    '<figure class="wp-block-gallery"><ul class="blocks-gallery-grid"><li><figure><img src="https://e.example/1.jpg" alt=""><figcaption>One</figcaption></figure></li></ul></figure>',
    '![](https://e.example/1.jpg "One")',
  ],
  'an image with a caption in a list': [
    '<ul><li><figure><img src="https://e.example/1.jpg" alt=""><figcaption>One</figcaption></figure></li><li>b</li></ul>',
    '- ![](https://e.example/1.jpg "One")\n\n- b',
  ],
  'an image whose title the page does not show': [
    '<p><img src="https://e.example/1.jpg" alt="a" title="IMG_0001"></p>',
    '![a](https://e.example/1.jpg)',
  ],
  'the picture behind a cover of WordPress': [
    '<div class="wp-block-cover" style="background-image:url(https://e.example/c.jpg)"><p>Big</p></div>',
    '![](https://e.example/c.jpg)\n\nBig',
  ],
  'a poem of WordPress': [
    '<pre class="wp-block-verse"> The <em>road</em> is<br>  not <strong>taken</strong> by\n\n <b>all</b></pre>',
    '\u00a0The *road* is\\\n\u00a0\u00a0not **taken** by\\\n\\\n\u00a0**all**',
  ],
  'a file of WordPress, once': [
    '<div class="wp-block-file"><a href="https://e.example/r.pdf">Report</a><a href="https://e.example/r.pdf" class="wp-block-file__button" download>Download</a></div>',
    '[Report](https://e.example/r.pdf)',
  ],
  'an accordion of WordPress': [
    '<h3><button type="button"><span>Why?</span><span aria-hidden="true">+</span></button></h3><div><p>So.</p></div>',
    '### Why?\n\nSo.',
  ],
  'the alignment of columns': [
    '<table><thead><tr><th class="has-text-align-right">n</th><th>t</th></tr></thead><tbody><tr><td style="text-align: right">1</td><td>x</td></tr></tbody></table>',
    '| n | t |\n| -: | - |\n| 1 | x |',
  ],
  'a list that counts downwards': [
    '<ol reversed start="2"><li>two</li><li>one</li></ol>',
    '<ol reversed start="2"><li>two</li><li>one</li></ol>',
  ],
  'a picture of an emoji': ['<p>Hi <img class="emoji" alt="😀" src="https://s.w.org/1f600.svg"></p>', 'Hi 😀'],
  'formats of the classic editor': [
    '<p>a <span style="text-decoration: underline;">b</span> <span style="text-decoration: line-through;">c</span> x<span style="vertical-align: super;">2</span></p>',
    'a <u>b</u> ~~c~~ x<sup>2</sup>',
  ],
  'code with line breaks': ['<p><code>a<br>b</code></p>', '`a`\\\n`b`'],
  'the language of code: Crayon, Medium, Qiita, GitHub': [
    '<pre class="lang:php decode:true">1</pre><pre data-code-block-lang="python">2</pre><div class="code-frame" data-lang="ts"><pre><code>3</code></pre></div><div class="highlight highlight-source-shell"><pre>4</pre></div>',
    '```php\n1\n```\n\n```python\n2\n```\n\n```ts\n3\n```\n\n```shell\n4\n```',
  ],
  'bold text of Ghost': [
    '<p><b><strong style="white-space: pre-wrap;">Bold </strong></b><span>text</span></p>',
    '**Bold** text',
  ],
  'a toggle of Ghost': [
    '<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text"><span>Why?</span></h4><button><svg></svg></button></div><div class="kg-toggle-content"><p>So.</p></div></div>',
    '<details><summary>Why?</summary>\n\nSo.\n\n</details>',
  ],
  'a file of Ghost': [
    '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="https://e.example/f.pdf" title="Download"><div class="kg-file-card-title">My file</div><div class="kg-file-card-caption">About it</div><div class="kg-file-card-filename">f.pdf</div><div class="kg-file-card-filesize">1 MB</div><div class="kg-file-card-icon"><svg></svg></div></a></div>',
    '[My file](https://e.example/f.pdf)\n\nAbout it',
  ],
  'a callout of Ghost': [
    '<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Did you know?</div></div>',
    '> [!NOTE]\n>\n> 💡 Did you know?',
  ],
  'boxes of Zenn, Qiita and GitHub': [
    '<aside class="msg alert"><span class="msg-symbol">!</span><div class="msg-content"><p>a</p></div></aside><div class="note warn"><p>b</p></div><div class="markdown-alert markdown-alert-tip"><p class="markdown-alert-title">Tip</p><p>c</p></div>',
    '> [!CAUTION]\n>\n> a\n\n> [!WARNING]\n>\n> b\n\n> [!TIP]\n>\n> c',
  ],
  'a card of Medium': [
    '<div class="graf graf--mixtapeEmbed"><a href="https://e.example/p" title="https://e.example/p" class="markup--anchor markup--mixtapeEmbed-anchor"><strong class="markup--mixtapeEmbed-strong">Title</strong><br><em>About</em>e.example</a><a href="https://e.example/p" class="js-mixtapeImage mixtapeImage"></a></div>',
    '[Title](https://e.example/p)',
  ],
  'a card of note': [
    '<figure embedded-service="external-article" data-src="https://note.com/a"><a href="https://note.com/a"><strong>題</strong><em>説明</em><em>note.com</em></a><a href="https://note.com/a"></a></figure>',
    '[題](https://note.com/a)',
  ],
  'a link without text that is alone, and not one beside a heading': [
    '<blockquote><a href="https://e.example/1"></a></blockquote><h2><a href="https://e.example/#a"></a>A</h2>',
    '> <https://e.example/1>\n\n## A',
  ],
  'bold text around a list and a table': [
    '<b><ul><li>a</li></ul><table><tr><th>h</th></tr><tr><td>c</td></tr></table></b>',
    '- **a**\n\n| **h** |\n| - |\n| **c** |',
  ],
  'HTML in a list, with text around it': [
    '<ul><li>a<details><summary>s</summary>b</details></li></ul>',
    '- a\n\n  <details><summary>s</summary>\n\n  b\n\n  </details>',
  ],
  'neighbours of the same format': ['<p><code>a</code><code>b</code><b>c</b><b>d</b></p>', '`ab`**cd**'],
  'deleted text beside letters': ['<p>a<del>"b"</del>c、<del>「雨」</del>です</p>', 'a<del>"b"</del>c、~~「雨」~~です'],
  'line breaks at the edges': ['<p><br><b>a<br></b><br></p><h2></h2>', '**a**'],
}

describe('a block of a service', () => {
  for (const [name, [html, markdown]] of Object.entries(BLOCKS)) {
    it(`is kept: ${name}`, () => {
      const converted = convert(html)
      assert.equal(converted.markdown, markdown)
      assert.deepEqual(converted.messages, [])
    })
  }

  it('is removed and reported if the page hides it', () => {
    const { markdown, messages } = convert(
      '<p>a</p><div style="display:none">b</div><p hidden>c</p><span class="sr-only">d</span><div class="kg-audio-player"><span>0:00</span><svg></svg></div>',
    )
    assert.equal(markdown, 'a')
    assert.deepEqual([...new Set(messages)], ['Hidden text was removed.'])
  })

  it('is a link if a script or a frame showed it: a gist, a card of Zenn', () => {
    const { markdown } = convert(
      '<script src="https://gist.github.com/u/1.js"></script><iframe src="https://embed.zenn.studio/card#x" data-content="https%3A%2F%2Fe.example%2Fp"></iframe>',
    )
    assert.equal(markdown, '<https://gist.github.com/u/1>\n\n<https://e.example/p>')
  })

  it('is a link to its frame if the frame does not name a page', () => {
    for (const query of ['url=https%3A%2F%2F', 'url=javascript%3Aalert(1)', '']) {
      const { markdown } = convert(`<iframe src="https://cdn.iframe.ly/api/iframe?${query}"></iframe>`)
      assert.equal(markdown, `<https://cdn.iframe.ly/api/iframe?${query}>`)
    }
  })

  it('is fast with very many footnotes or links without text', () => {
    const numbers = Array.from({ length: 3000 }, (_, index) => index)
    const uses = numbers.map(n => `<a id="r${n}" href="#f${n}">1</a><a href="#"></a>`).join('')
    const notes = numbers.map(n => `<li id="f${n}">x <a href="#r${n}">↩</a></li>`).join('')
    const before = process.cpuUsage().user
    assert.match(convert(`<p>${uses}</p><ol>${notes}</ol>`).markdown, /\[\^3000\]: x$/)
    assert.ok(process.cpuUsage().user - before < 10_000_000)
  })
})
