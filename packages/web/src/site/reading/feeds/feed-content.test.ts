import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { absoluteAddresses, readableFormulas } from './feed-content.ts'

const BASE = 'https://site.test/@ann/post'

describe('addresses in a feed', () => {
  for (const [html, expected] of [
    ['<a href="/x?a=1&amp;b=2">a</a>', '<a href="https://site.test/x?a=1&amp;b=2">a</a>'],
    ['<a href="#there" rel="me">a</a>', '<a href="https://site.test/@ann/post#there" rel="me">a</a>'],
    [
      '<p><img src="/m/a.png" alt="a" /><img src="b.png"></p>',
      '<p><img src="https://site.test/m/a.png" alt="a" /><img src="https://site.test/@ann/b.png"></p>',
    ],
    [
      '<a id="x" href="/a">a</a> <a href="/b">b</a>',
      '<a id="x" href="https://site.test/a">a</a> <a href="https://site.test/b">b</a>',
    ],
    ['<a href="https://other.test/%zz">a</a>', '<a href="https://other.test/%zz">a</a>'],
    ['<a href="mailto:a@b.test">a</a>', '<a href="mailto:a@b.test">a</a>'],
    // An address that cannot be resolved stays unchanged.
    ['<img src="//%s/logo.png">', '<img src="//%s/logo.png">'],
    // Text that looks like an attribute is not changed.
    [
      '<code>&lt;img src="//%s/logo.png"&gt; href="/x"</code>',
      '<code>&lt;img src="//%s/logo.png"&gt; href="/x"</code>',
    ],
    ['<code>&lt;a href="/x"&gt;</code>', '<code>&lt;a href="/x"&gt;</code>'],
    ['<p title=" href=&quot;/x&quot; src=/y">a</p>', '<p title=" href=&quot;/x&quot; src=/y">a</p>'],
    ['<a title="<a href=">a</a>', '<a title="<a href=">a</a>'],
    ['', ''],
  ] as const) {
    it(`of ${html} become absolute`, async () => assert.equal(await absoluteAddresses(html, BASE, 1000), expected))
  }

  it('are found wherever a long text is divided', async () => {
    for (const link of ['<a href="/x?a=1&amp;b=2" title="a">a</a>', '<img src="a.png" alt="👍👍"><p>👍👍</p>']) {
      const html = Array.from({ length: 1000 }, (_, i) => `${'.'.repeat(i % 7)}${link}`).join('')
      const expected = html
        .replaceAll('href="/x', 'href="https://site.test/x')
        .replaceAll('src="', 'src="https://site.test/@ann/')
      assert.equal(await absoluteAddresses(html, BASE, 100_000), expected)
    }
  })

  it('are left out with the text if it becomes too long', async () => {
    const html = '<a href="/">a</a>'.repeat(1000)
    const complete = await absoluteAddresses(html, BASE, 100_000)
    assert.ok(complete)
    assert.equal(complete.length, html.length + 1000 * 'https://site.test'.length)
    assert.equal((await absoluteAddresses(html, BASE, complete.length))?.length, complete.length)
    assert.equal(await absoluteAddresses(html, BASE, complete.length - 1), null)
  })

  it('of more than 8,000 characters stay as they are', async () => {
    const html = `<a href="/${'あ'.repeat(8000)}">a</a>`
    assert.equal(await absoluteAddresses(html, BASE, 100_000), html)
  })
})

it('formulas in a feed are shown as their source', () => {
  const formula = '<math alttext="a &lt; b"><mrow><mi>a</mi></mrow></math>'
  const block = '<div class="math-block" tabindex="0"><math display="block" alttext="x"><mi>x</mi></math></div>'
  assert.equal(
    readableFormulas(`<p>If ${formula} then ${formula}.</p>\n${block}`),
    '<p>If <code>a &lt; b</code> then <code>a &lt; b</code>.</p>\n<div class="math-block" tabindex="0"><code>x</code></div>',
  )
  assert.equal(readableFormulas('<code>&lt;math&gt;</code>'), '<code>&lt;math&gt;</code>')
})
