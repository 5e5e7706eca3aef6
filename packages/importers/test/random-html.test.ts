import assert from 'node:assert/strict'
import { it } from 'node:test'
import { renderMarkdown } from '@galley/markdown/render-markdown'
import type { Nodes } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { pasteToMarkdown } from '../src/html/paste/paste-to-markdown.ts'
import { convert } from './support/convert.ts'

const WORDS =
  'w **x** a_b_c _u_ * # 1. - + > | `t` ~~s~~ [l](u) ![i](u) &amp;amp; &lt;b&gt; $x$ $5 「雨」 日本語 。 、 שלום مرحبا \u200b &nbsp; \\ \\n &lt;!--c--&gt; [^1] :::message --- === "q" a&b 😀 é <br> ( ) ! ^ {{x}} @[card](x) a*b*c __d__ &lt;/details&gt; ~ 1) % [l]: w* *w w_ ** __ ``` ~~~ || <wbr> https://e.example/a_b'.split(
    ' ',
  )
const INLINE =
  'b|strong|i|em|code|a href="https://e.example/x_y?a=b&amp;c"|del|s|u|sub|kbd|mark|span|ruby|abbr title="t"|span style="font-weight:700"'.split(
    '|',
  )
const BLOCKS = 'p p ul ol blockquote table headless pre div h3 details dl figure format text'.split(' ')

/** Random HTML; the same for the same number. */
class RandomHtml {
  #state: number
  #words = 0

  constructor(seed: number) {
    this.#state = seed
  }

  blocks(level: number): string {
    return this.#many(2, () => this.#block(level)).join(this.#pick(['', '\n', '\n\n  ']))
  }

  #block(level: number): string {
    const inner = () => this.blocks(level - 1)
    const line = () => this.#inline(2)
    switch (level === 0 ? 'p' : this.#pick(BLOCKS)) {
      case 'ul':
        return `<ul>${this.#many(3, () => `<li>${line()}${this.#pick(['', inner()])}</li>`).join('\n')}</ul>`
      case 'ol':
        return `<ol>${this.#many(3, () => `<li>${inner()}</li>`).join('')}</ol>`
      case 'blockquote':
        return `<blockquote>${inner()}</blockquote>`
      case 'table':
        return `<table><tr><th>${line()}</th><th>${line()}</th></tr><tr><td>${line()}</td><td>${this.#pick([line(), inner()])}</td></tr></table>`
      case 'headless':
        return `<table><tr><td>${line()}</td><td>${inner()}</td></tr></table>`
      case 'pre':
        return `<pre><code>${this.#text().replaceAll(/<\w+>/g, '')}\n\nx</code></pre>`
      case 'div':
        return `<div>${line()}${inner()}</div>`
      case 'h3':
        return `<h3>${line()}</h3>`
      case 'details':
        return `<details><summary>${line()}</summary>${inner()}</details>`
      case 'dl':
        return `<dl><dt>${line()}</dt><dd>${inner()}</dd></dl>`
      case 'figure':
        return `<figure><img src="https://e.example/i.png" alt=""><figcaption>${line()}</figcaption></figure>`
      case 'format':
        return this.#tag(this.#pick(['b', 'i', 'del', 'u', 'a href="https://e.example/"']), inner())
      case 'text':
        return line()
      default:
        return `<p>${line()}</p>`
    }
  }

  #inline(level: number): string {
    const part = () =>
      level > 0 && this.#number(2) === 0 ? this.#tag(this.#pick(INLINE), this.#inline(level - 1)) : this.#text()
    return this.#many(3, part).join(this.#pick(['', ' ', '\n']))
  }

  #text(): string {
    // Words with a number show what is lost, doubled or moved.
    const word = () => this.#pick([`W${this.#words++}`, this.#pick(WORDS), `${this.#pick(WORDS)} `])
    return `${this.#many(4, word).join('')} W${this.#words++}`
  }

  #tag(tag: string, inner: string): string {
    return `<${tag}>${inner}</${tag.split(' ')[0]}>`
  }

  #many<T>(most: number, make: () => T): T[] {
    return Array.from({ length: 1 + this.#number(most) }, make)
  }

  #pick<T>(values: readonly T[]): T {
    return values[this.#number(values.length)] as T
  }

  #number(below: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0
    return Math.floor((this.#state / 2 ** 32) * below)
  }
}

function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(textOf).join('') : ''
}

const visible = (html: string): string => textOf(fromHtml(html, { fragment: true })).replaceAll(/[\s\u200b]/g, '')

const importToMarkdown = (html: string): string => convert(html).markdown

it('random HTML has the same text after it was converted and rendered', async () => {
  for (let seed = 1; seed <= 150; seed++) {
    const html = new RandomHtml(seed).blocks(seed % 4)
    for (const toMarkdown of [importToMarkdown, pasteToMarkdown]) {
      const markdown = toMarkdown(html)
      const page = await renderMarkdown(markdown, { highlight: false })
      assert.equal(visible(page.html), visible(html), `${toMarkdown.name} ${seed}\n${html}\n\n${markdown}`)
    }
  }
})
