import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { excerptOf } from '../src/excerpt.ts'
import { plainPage } from '../src/plain-page.ts'
import { renderMarkdown } from '../src/render-markdown.ts'

const htmlOf = async (source: string) => (await renderMarkdown(source)).html

describe('formulas', () => {
  it('within a line and in blocks become MathML with their source', async () => {
    assert.equal(
      await htmlOf('面積は$x^2$です。'),
      '<p>面積は<math alttext="x^2"><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow></math>です。</p>\n',
    )
    const block = /^<div class="math-block" tabindex="0"><math display="block" alttext="a &lt; b"><mrow><mi>a<\/mi>/
    for (const source of ['$$\na < b\n$$', '$$a < b$$', '```math\na < b\n```'])
      assert.match(await htmlOf(source), block)
    assert.match(await htmlOf('> - $$\n>   x\n>   $$'), /<li>\s*<div class="math-block"/)
    assert.equal((await htmlOf('$$a$$ and $$b$$')).match(/<math display="block" alttext="[ab]">/g)?.length, 2)
    assert.match(await htmlOf('One $$x$$ here.'), /<p>One <math display="block" alttext="x">/)
    assert.match(await htmlOf(`$${'x+'.repeat(40)}x$`), /<span class="math-wide" tabindex="0"><math/)
  })

  for (const source of [
    'It costs $5 and $6.',
    'It costs $5, or 5 $ there.',
    '価格は$5と$10です。',
    'Escaped \\$x\\$.',
    '$ x $',
    '`$x$`',
    '    $x$',
    '```\n$x$\n```',
    '$$',
    '$$\n\n$$',
    '$$\nno end',
    '<div>$x$</div>',
    `$${'x'.repeat(3000)}$`,
  ]) {
    it(`are not in ${JSON.stringify(source.slice(0, 40))}`, async () => {
      const html = await htmlOf(source)
      assert.doesNotMatch(html, /<math/)
      assert.match(html, /\$/)
    })
  }

  it('with an error show their source', async () => {
    assert.equal(await htmlOf('$\\frac{a$'), '<p><code>\\frac{a</code></p>\n')
    assert.match(await htmlOf('$$\n\\nonsense\n$$'), /<code>\\nonsense<\/code>/)
  })

  it('are in headings and their anchors', async () => {
    const { html, toc } = await renderMarkdown('## About $x$\n\ntext')
    assert.match(html, /<h2 id="h-about-x">About <math/)
    assert.equal(toc[0]?.text, 'About x')
    assert.equal(excerptOf('The $x^2$ grows.', 100), 'The x^2 grows.')
  })

  it('that expand or nest without end stay text, and the page keeps its limits', async () => {
    const bombs = [
      `$${'\\def\\a{xxxxxxxxxx}'}${'\\def\\b{\\a\\a\\a\\a\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b\\b\\b\\b\\b}\\c\\c\\c\\c'}$`,
      '$\\def\\a{\\a\\a}\\a$',
      `$${'\\sqrt{'.repeat(280)}x${'}'.repeat(280)}$`,
      `$${'{'.repeat(900)}${'}'.repeat(900)}$`,
      `$x^{${'x^{'.repeat(300)}${'}'.repeat(301)}$`,
      '$\\rule{99999em}{99999em}$',
    ]
    for (const bomb of bombs) assert.ok((await htmlOf(bomb)).length < 10 * bomb.length + 65_536, bomb.slice(0, 40))
    const many = '$x$ '.repeat(20_000)
    const html = await htmlOf(many)
    assert.ok(html === plainPage(many).html || html.match(/<math/g)!.length <= 2000)
    const dollars = '$a '.repeat(300_000)
    assert.doesNotMatch(await htmlOf(dollars), /<math/)
    assert.doesNotMatch(await htmlOf('$$\nx\n'.repeat(50_000)), /undefined/)
  })
})

describe('message boxes', () => {
  it('of Zenn and Qiita contain Markdown and may be nested', async () => {
    assert.equal(await htmlOf(':::message\nA *b*.\n:::'), '<div class="message">\n<p>A <em>b</em>.</p>\n</div>\n')
    assert.match(await htmlOf(':::message alert\nx\n:::'), /^<div class="message message-alert">/)
    assert.match(await htmlOf(':::note warn\nx\n:::'), /^<div class="message message-warn">/)
    assert.match(
      await htmlOf(':::note info\n- a\n- b\n:::\nafter'),
      /^<div class="message">\s*<ul>[\s\S]*<p>after<\/p>/,
    )
    const nested = '::::details A *title*\n:::message\nx\n:::\n\n```\n:::\n```\n::::'
    assert.match(
      await htmlOf(nested),
      /^<details>\s*<summary>A <em>title<\/em><\/summary>\s*<div class="message">[\s\S]*<\/pre><\/div>\s*<\/details>/,
    )
  })

  for (const source of [
    ':::unknown\ntext\n:::',
    ':::message\nno end',
    ':::message other\nx\n:::',
    '::message\nx\n::',
  ]) {
    it(`stay text: ${JSON.stringify(source)}`, async () => {
      const html = await htmlOf(source)
      assert.doesNotMatch(html, /<div|<details/)
      assert.match(html, /::/)
    })
  }

  it('that are never closed do not take long', async () => {
    assert.doesNotMatch(await htmlOf(':::message\n'.repeat(50_000)), /<div/)
    assert.doesNotMatch(await htmlOf('> :::message\n'.repeat(50_000)), /<div/)
  })
})

describe('alerts of GitHub', () => {
  it('are the same boxes, without their marker', async () => {
    for (const kind of ['NOTE', 'TIP', 'IMPORTANT', 'note'])
      assert.equal(await htmlOf(`> [!${kind}]\n> A *b*.`), '<div class="message">\n<p>A <em>b</em>.</p>\n</div>\n')
    assert.match(await htmlOf('> [!WARNING]  \n> x'), /^<div class="message message-warn">\s*<p>x</)
    assert.match(await htmlOf('> [!CAUTION]\n>\n> - x'), /^<div class="message message-alert">\s*<ul>/)
    assert.match(
      await htmlOf('> [!NOTE]\n> > [!TIP]\n> > x\n>\n> > quote\n\n> quote'),
      /^<div class="message">\s*<div class="message">\s*<p>x<\/p>\s*<\/div>\s*<blockquote>[\s\S]*<\/blockquote>\s*<\/div>\s*<blockquote>/,
    )
    assert.equal(excerptOf('> [!NOTE]\n> Some words.', 100), 'Some words.')
  })

  for (const source of [
    '> [!OTHER]\n> x',
    '> [!NOTE] with words\n> x',
    '> \\[!NOTE]\n> x',
    '> x\n> [!NOTE]',
    '> # [!NOTE]\n> x',
    '> [!NOTE]',
    '> [!NOTE]\n>\n\nx',
  ]) {
    it(`stay quotes: ${JSON.stringify(source)}`, async () => {
      assert.match(await htmlOf(source), /^<blockquote>[\s\S]*\[!/)
    })
  }
})

describe('further syntax of Zenn and Qiita', () => {
  it('embeds become links, and unknown ones stay readable', async () => {
    assert.equal(
      await htmlOf('@[youtube](dQw4w9WgXcQ)'),
      '<p><a class="address" href="https://www.youtube.com/watch?v=dQw4w9WgXcQ" rel="nofollow ugc noopener">https://www.youtube.com/watch?v=dQw4w9WgXcQ</a></p>\n',
    )
    assert.match(await htmlOf('@[card](https://a.test/b)'), /<a class="address" href="https:\/\/a\.test\/b"/)
    assert.match(await htmlOf('@[card](not-an-address)'), /card/)
  })

  it('code blocks show the name of their file', async () => {
    const named =
      '<div class="code" data-code data-language="js"><div class="code-name">src/a.js</div><pre tabindex="0">'
    assert.ok((await htmlOf('```js:src/a.js\nlet a\n```')).startsWith(named))
    assert.match(await htmlOf('```diff js:a.js\n+ x\n```'), /data-language="diff"><div class="code-name">a\.js</)
    assert.doesNotMatch(await htmlOf('```js\nlet a\n```'), /code-name/)
  })
})
