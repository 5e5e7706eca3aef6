import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attributes, html, raw } from './html.ts'

describe('a template', () => {
  const hostile = `<b a="1" b='2'>&`

  it('escapes text and attributes', () => {
    assert.equal(
      html`<p title="${hostile}">${hostile}</p>`.markup,
      '<p title="&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;">&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;</p>',
    )
  })

  it('renders templates, lists and numbers unchanged, and leaves out missing values', () => {
    const items = ['a', '<'].map(item => html`<li>${item}</li>`)
    assert.equal(
      html`<ul>${items}</ul>${0}${null}${undefined}${false}${true}${raw('<hr>')}`.markup,
      '<ul><li>a</li><li>&lt;</li></ul>0<hr>',
    )
  })

  it('makes URLs with a script scheme harmless, however they are written', () => {
    for (const bad of [
      'javascript:alert(1)',
      ' JaVaScRiPt:x',
      'java\tscript:x',
      '\u0001javascript:x',
      'data:text/html,x',
      'vbscript:x',
    ]) {
      assert.equal(html`<a href="${bad}">x</a>`.markup, '<a href="#">x</a>', bad)
      assert.equal(html`<a${attributes({ href: bad })}>x</a>`.markup, '<a href="#">x</a>', bad)
    }
    for (const good of [
      '/a?b=1#c',
      'https://example.com',
      'mailto:a@example.com',
      '#x',
      '?page=2',
      'a:b'.slice(0, 1),
    ]) {
      assert.equal(html`<a href="${good}">x</a>`.markup, `<a href="${good}">x</a>`)
    }
  })

  it('keeps markup from ending the quotes of an attribute', () => {
    assert.equal(html`<p title="${html`<b class="x">`}"></p>`.markup, '<p title="&lt;b class=&quot;x&quot;&gt;"></p>')
  })

  it('rejects values in places where escaping is not enough', () => {
    assert.throws(() => html`<p class=${'x'}></p>`, /double quotes/)
    assert.throws(() => html`<p ${'onclick=x'}></p>`, /attributes/)
    assert.throws(() => html`<p title='${'x'}'></p>`, /double quotes/)
    assert.throws(() => html`<script>${'x'}</script>`, /script/)
    assert.throws(() => html`<style>${'x'}</style>`, /style/)
    assert.equal(html`<script src="${'/a.js'}"></script>${'<'}`.markup, '<script src="/a.js"></script>&lt;')
  })

  it('checks URLs however their attribute is written', () => {
    const bad = 'javascript:alert(1)'
    assert.equal(html`<a href=" ${bad}">x</a>`.markup, '<a href=" #">x</a>')
    assert.equal(html`<a href = "${bad}">x</a>`.markup, '<a href = "#">x</a>')
    assert.equal(html`<a HREF="${bad}">x</a>`.markup, '<a HREF="#">x</a>')
    assert.equal(html`<a href="${''}${bad}">x</a>`.markup, '<a href="#">x</a>')
    assert.equal(html`<a href="${null}${['java', 'script']}${':x'}">x</a>`.markup, '<a href="javascript#">x</a>')
    assert.equal(html`<a href="java${'script:x'}">x</a>`.markup, '<a href="java#">x</a>')
    assert.equal(html`<a href="${html`javascript:`}x">x</a>`.markup, '<a href="#x">x</a>')
    assert.equal(html`<a href="${'https://a.example'}${'/b:c'}">x</a>`.markup, '<a href="https://a.example/b:c">x</a>')
    assert.equal(html`<a href="/b/${'c:d'}">x</a>`.markup, '<a href="/b/c:d">x</a>')
    assert.throws(() => html`<a href="${'java'}script:x">x</a>`, /colon/)
    assert.throws(() => html`<a href="javascript:${'x'}">x</a>`, /colon/)
  })

  it('rejects values in attributes where escaping is not enough', () => {
    assert.throws(() => html`<p onclick="${'x'}"></p>`, /onclick/)
    assert.throws(() => html`<p OnClick = "${'x'}"></p>`, /onclick/)
    assert.throws(() => html`<p style="color: ${'x'}"></p>`, /style/)
    assert.throws(() => html`<iframe srcdoc="${'x'}"></iframe>`, /srcdoc/)
    assert.throws(() => html`<svg><use xlink:href="${'x'}"/></svg>`, /xlink:href/)
    assert.throws(() => html`<img srcset="${'x'}">`, /srcset/)
    assert.throws(() => html`<meta http-equiv="${'x'}">`, /http-equiv/)
    for (const name of ['onclick', 'style', 'srcdoc', 'xlink:href', 'x onclick', 'x"', '']) {
      assert.throws(() => attributes({ [name]: 'x' }), TypeError, name)
    }
  })

  it('rejects values in the names of tags and attributes, and markup among attributes', () => {
    assert.throws(() => html`<${'script'}>`, /tag name/)
    assert.throws(() => html`</${'p'}>`, /tag name/)
    assert.throws(() => html`<p on${'click'}="x">`, /name/)
    assert.throws(() => html`<p data-x ${attributes({ id: 'a' })}="x">`, /name of an attribute/)
    assert.throws(() => html`<p ${raw('onclick="x"')}>`, /attributes/)
    assert.throws(() => html`<p title="a"b"${'x'}">`, /quote/)
    assert.throws(() => html`<!-- ${'x'} -->`, /comments/)
  })

  it('renders optional attributes', () => {
    assert.equal(
      html`<a${attributes({ 'aria-current': 'page', hidden: true, title: null, id: undefined, rel: false, rows: 0 })}>x</a>`
        .markup,
      '<a aria-current="page" hidden rows="0">x</a>',
    )
  })
})
