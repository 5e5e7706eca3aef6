import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textOf } from '../src/escape.ts'
import { renderMarkdown } from '../src/render-markdown.ts'

const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\``
const htmlOf = async (source: string) => (await renderMarkdown(source)).html

describe('code', () => {
  it('is highlighted with classes and keeps every character', async () => {
    const code = '// a <b> & "c"\nexport const f = (x: number): string => "s"\n\n\treturn 1'
    const html = await htmlOf(fence('ts title.ts', code))
    assert.match(
      html,
      /^<div class="code" data-code data-language="ts"><pre tabindex="0"><code><span class="t-comment">/,
    )
    for (const kind of ['keyword', 'string', 'type', 'number'])
      assert.ok(html.includes(`<span class="t-${kind}">`), kind)
    assert.equal(textOf(html), `${code}\n\n`)
    assert.doesNotMatch(html, /style=|#[0-9a-f]{6}/)
  })

  it('keeps the right colours across the steps of highlighting', async () => {
    const code = `const text = \`\n${'line\n'.repeat(25)}\`\nconst after = 1`
    const html = await htmlOf(fence('js', code))
    assert.equal(html.match(/<span class="t-string">line<\/span>/g)?.length, 25)
    assert.match(html, /<span class="t-keyword">const <\/span>[^\n]*after/)
  })

  for (const [what, info, code] of [
    ['in an unknown language', 'klingon', 'let x = 1'],
    ['in a language named like a property of every object', 'constructor', 'let x = 1'],
    ['without a language', '', 'let x = 1'],
    ['that is too long', 'ts', 'let x = 1\n'.repeat(2001)],
  ] as const) {
    it(`${what} stays plain`, async () => {
      const html = await htmlOf(fence(info, code))
      assert.ok(html.includes(`<pre tabindex="0"><code>${code}\n</code></pre></div>`))
      assert.equal(html.includes('data-language'), info !== '')
    })
  }

  it('stays plain once the limit of a text is reached', async () => {
    const block = fence('json', `[${'1,'.repeat(7000)}1]`.replaceAll('1,1,1,1,', '1,1,1,1,\n'))
    const html = await htmlOf(Array.from({ length: 8 }, () => block).join('\n\n'))
    const coloured = html
      .split('data-code')
      .slice(1)
      .map(part => part.includes('<span'))
    assert.equal(coloured[0], true)
    assert.equal(coloured.at(-1), false)
  })

  it('that is indented is a block without a language', async () => {
    assert.equal(
      await htmlOf('    a < b'),
      '<div class="code" data-code><pre tabindex="0"><code>a &lt; b\n</code></pre></div>\n',
    )
  })
})
