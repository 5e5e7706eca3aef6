import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { absoluteAddresses } from './absolute-addresses.ts'

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
    it(`of ${html} become absolute`, () => assert.equal(absoluteAddresses(html, BASE), expected))
  }
})
