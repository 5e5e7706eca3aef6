import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PAYWALL_MARKER } from '@galley/contract/limits'
import { paywallAt } from '@galley/markdown/paywall'
import { renderMarkdown } from '@galley/markdown/render-markdown'
import { pasteToMarkdown } from '../src/html/paste/paste-to-markdown.ts'
import { replaceShortcodes } from '../src/wordpress/shortcodes.ts'

const katex = (tex: string) =>
  `<span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">${tex}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x</span></span>`

describe('a formula in HTML', () => {
  for (const [source, html, markdown] of [
    ['note', '<p>So $${a_1^2}$$ is</p><p>$$<br>E=mc^2<br>$$</p>', 'So $a_1^2$ is\n\n$$\nE=mc^2\n$$'],
    ['WordPress.com', '<p>So $latex a*b*c&amp;s=2$ is</p>', 'So $a*b*c$ is'],
    ['an image of WordPress', '<p><img class="latex" src="https://example.com/x.png" alt="x_1"></p>', '$x_1$'],
    [
      'MathJax',
      '<p>So \\(a_1\\) is</p><p>\\[ a &amp;= b \\\\[2pt] c \\]</p>',
      'So $a_1$ is\n\n$$\na &= b \\\\[2pt] c\n$$',
    ],
    ['KaTeX', `<p>So ${katex('a_1')} is</p>`, 'So $a_1$ is'],
    ['KaTeX, as a block', `<p><span class="katex-display">${katex('a\n\nb % c')}</span></p>`, '$$\na\nb\n$$'],
  ] as const) {
    it(`is kept: ${source}`, () => assert.equal(pasteToMarkdown(html), markdown))
  }

  it('is kept if it is in a shortcode of WordPress', () => {
    const html = replaceShortcodes('So [latex]a_1[/latex] is', { attachmentUrl: () => undefined, report: () => {} })
    assert.equal(pasteToMarkdown(html), 'So $a_1$ is')
  })

  it('is the same after it was copied from our own page', async () => {
    const markdown = 'So $a < b$ and $\\frac{1}{2}$:\n\n$$\n\\begin{aligned}\na &= b\n\\end{aligned}\n$$\n\nEnd.'
    const { html } = await renderMarkdown(markdown, { highlight: false })
    assert.match(html, /<math/)
    assert.equal(pasteToMarkdown(html), markdown)
  })

  it('is shown wherever it is in a paragraph', async () => {
    for (const [html, markdown, formulas] of [
      ['<p>a<br>\\[b\\]</p>', 'a\n\n$$b$$', 1],
      ['<p>\\[a\\]<br>b<br>\\[c\\]<br>d</p>', '$$a$$\n\nb\n\n$$c$$\n\nd', 2],
      ['<ul><li>a<br>\\[b\\]<br>c</li></ul>', '- a\n\n  $$b$$\n\n  c', 1],
      ['<p>\\[a\\] and \\[b\\]</p>', '$$a$$ and $$b$$', 2],
      ['<p>x<br>\\[a\\] and \\[b\\]</p>', 'x\\\n$$a$$ and $$b$$', 2],
      [`<p>${katex('x')}<span>2</span></p>`, '$x$&#x32;', 1],
      ['<p>\\(x\\)5 $latex y$6</p>', '$x$&#x35; $y$&#x36;', 2],
    ] as const) {
      assert.equal(pasteToMarkdown(html), markdown, html)
      const page = await renderMarkdown(markdown, { highlight: false })
      assert.equal(page.html.match(/<math/g)?.length, formulas, html)
      assert.doesNotMatch(page.html, /[$\\&]/, html)
    }
  })

  it('is kept in a table, or is code if the table has to stay HTML', () => {
    const table = (tex: string) => `<table><tr><th>a</th></tr><tr><td>\\(${tex}\\)</td></tr></table>`
    assert.equal(pasteToMarkdown(table('x')), '| a |\n| - |\n| $x$ |')
    const block = '<table><tr><th>a</th></tr><tr><td>\\[x\\]</td></tr></table><h2>\\[y\\]</h2>'
    assert.equal(pasteToMarkdown(block), '| a |\n| - |\n| $$x$$ |\n\n## $$y$$')
    assert.match(pasteToMarkdown(table('|x|')), /<td><code>\|x\|<\/code><\/td>/)
  })

  it('is not made of prices, code, or what cannot be between dollar signs', () => {
    assert.equal(pasteToMarkdown('<p>$5 and $6</p>'), '\\$5 and \\$6')
    assert.equal(pasteToMarkdown('<p>Sushi $$ - $$$</p>'), 'Sushi \\$\\$ - \\$\\$\\$')
    assert.equal(pasteToMarkdown('<p><code>\\(a\\)</code></p>'), '`\\(a\\)`')
    assert.equal(pasteToMarkdown('<p>\\(a$b\\)</p>'), '\\\\(a\\$b\\\\)')
    const marker = pasteToMarkdown(`<p>$$<br>${PAYWALL_MARKER.replace('<', '&lt;')}<br>$$</p>`)
    assert.equal(paywallAt(marker, PAYWALL_MARKER), -1)
  })
})
