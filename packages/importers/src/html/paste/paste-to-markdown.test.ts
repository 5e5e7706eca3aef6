import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PAYWALL_MARKER } from '@galley/contract/limits'
import { paywallAt } from '@galley/markdown/paywall'
import { pasteToMarkdown } from './paste-to-markdown.ts'

describe('pasted HTML as Markdown', () => {
  it('keeps the formatting of Google Docs, which is in style attributes', () => {
    const pasted = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span
      style="font-size:16pt;font-weight:700;">Harbour</span></h2><p dir="ltr"><span style="font-weight:400;">The </span><span
      style="font-size:11pt;font-weight:700;font-style:normal;text-decoration:none;">boats </span><span style="font-style:italic;">come</span><span
      style="font-weight:400;"> </span><span style="text-decoration:line-through;">late</span><span>.</span></p></b>`
    assert.equal(pasteToMarkdown(pasted), '## Harbour\n\nThe **boats** *come* ~~late~~.')
  })

  it('keeps the nested lists of Google Docs, which are beside their items', () => {
    const item = (text: string) => `<li dir="ltr"><p dir="ltr" role="presentation"><span>${text}</span></p></li>`
    const pasted = `<b style="font-weight:normal"><ul>${item('one')}<ul>${item('inner')}</ul>${item('two')}</ul></b>`
    assert.equal(pasteToMarkdown(pasted), '- one\n  - inner\n- two')
  })

  it('keeps the bold text of Word', () => {
    const pasted = `<p class=MsoNormal>A <b style='mso-bidi-font-weight:normal'>bold </b>word<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>`
    assert.equal(pasteToMarkdown(pasted), 'A **bold** word')
  })

  it('keeps the lists of Word, which are paragraphs', () => {
    const item = (level: number, marker: string, text: string) =>
      `<p class=MsoListParagraph style='margin-left:.5in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
      style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>\n`
    const pasted = `<p>Before</p>${item(1, '·', 'one')}${item(2, 'o', 'inner')}${item(2, 'o', 'other')}${item(1, '·', 'two')}<p>Between</p>${item(1, '1.', 'first')}${item(1, '2.', 'second')}`
    assert.equal(
      pasteToMarkdown(pasted),
      'Before\n\n- one\n  - inner\n  - other\n- two\n\nBetween\n\n1. first\n2. second',
    )
  })

  it('keeps text that looks like HTML', () => {
    const markdown = pasteToMarkdown('<p>Use <i>the</i> &lt;div&gt; element, or &lt;!-- paywall --&gt; here.</p>')
    assert.equal(markdown, 'Use *the* \\<div> element, or &lt;!-- paywall --> here.')
    assert.equal(paywallAt(markdown, PAYWALL_MARKER), -1)
  })

  it('keeps code as code, also without a code element', () => {
    assert.equal(pasteToMarkdown('<pre>if a:\n  b_c()</pre>'), '```\nif a:\n  b_c()\n```')
  })

  it('makes the first row of a spreadsheet the head of the table', () => {
    const pasted = '<table><tr><td>Day</td><td>Boats</td></tr><tr><td>1</td><td>7</td></tr></table>'
    assert.equal(pasteToMarkdown(pasted), '| Day | Boats |\n| - | - |\n| 1 | 7 |')
  })

  it('leaves a table that Markdown cannot express as HTML, without class names', () => {
    const pasted = '<table class="x"><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></table>'
    const rows = '<tr><th rowspan="2">a</th><th>b</th></tr><tr><td>c</td></tr>'
    assert.equal(pasteToMarkdown(pasted), `<table><tbody>${rows}</tbody></table>`)
  })

  it('takes images with an address, not those that only the clipboard has', () => {
    const data = `data:image/png;base64,${'A'.repeat(1000)}`
    const pasted = `<p><b>a</b><img src="${data}"><img src="file:///C:/x.png"><img src="https://example.com/i.png" alt="i"></p>`
    assert.equal(pasteToMarkdown(pasted), '**a**![i](https://example.com/i.png)')
  })

  it('keeps the lists of Slack, which are beside each other', () => {
    const list = (level: number, text: string) => `<ul data-indent="${level}"><li>${text}</li></ul>`
    assert.equal(pasteToMarkdown(list(0, 'a') + list(1, 'b') + list(2, 'c') + list(0, 'd')), '- a\n  - b\n    - c\n- d')
    assert.equal(
      pasteToMarkdown(`${list(0, 'a')} between ${list(0, 'b')}\n${list(0, 'c')}`),
      '- a\n\nbetween\n\n- b\n- c',
    )
  })

  it('keeps the tasks of Google Docs', () => {
    const item = (checked: boolean) =>
      `<li role="checkbox" aria-checked="${checked}"><img src="data:image/png;base64,AA" alt=""><p role="presentation"><span>a</span></p></li>`
    assert.equal(pasteToMarkdown(`<ul>${item(true)}${item(false)}</ul>`), '- [x] a\n- [ ] a')
  })

  it('takes only the code of a block of ChatGPT', () => {
    const pasted =
      '<pre><div><div>python</div><div><button>Copy code</button></div><div><code class="language-python">f()\n</code></div></div></pre>'
    assert.equal(pasteToMarkdown(pasted), '```python\nf()\n```')
  })

  it('takes what Wikipedia shows: a formula once, and no links for editors', () => {
    const pasted = `<h2>Rain</h2><span class="mw-editsection">[<a href="https://e.example/">edit</a>]</span><p>A <span class="mwe-math-element"><span
      style="display: none;"><math alttext="x^2"><mi>x</mi></math></span><img src="https://e.example/x" alt="x^2"></span> b<span style="display:none">c</span></p>`
    assert.equal(pasteToMarkdown(pasted), '## Rain\n\nA $x^2$ b')
  })

  it('has no backslash for the line break that Safari adds', () => {
    assert.equal(pasteToMarkdown('<b>x</b><br class="Apple-interchange-newline">'), '**x**')
  })

  it('is empty for a page that is nested too deep to be read', () => {
    assert.equal(pasteToMarkdown(`${'<div>'.repeat(3000)}<b>x</b>`), '')
  })
})
