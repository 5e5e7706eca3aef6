import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { cpuMilliseconds } from '../src/cpu-time.ts'
import { excerptOf } from '../src/excerpt.ts'
import { paywallAt, paywallSearch } from '../src/paywall.ts'
import { renderMarkdown } from '../src/render-markdown.ts'
import { MARKER, paywalledText } from './support/paywalled-texts.ts'

const partBefore = (content: string) => {
  const at = paywallAt(content, MARKER)
  return at === -1 ? null : content.slice(0, at)
}

describe('the paywall marker', () => {
  for (const [what, content, free] of [
    ['inside a paragraph', `For all. ${MARKER} For some.`, 'For all. '],
    ['on a line of its own', `a\n\n${MARKER}\n\nb`, 'a\n\n'],
    ['at the beginning', `${MARKER}a`, ''],
    ['nowhere', 'a', null],
    ['in inline code', `a \`${MARKER}\` b`, null],
    ['in inline code and after it', `a \`${MARKER}\` b ${MARKER} c`, `a \`${MARKER}\` b `],
    ['in a fence', `\`\`\`\n${MARKER}\n\`\`\`\n\nb ${MARKER}`, `\`\`\`\n${MARKER}\n\`\`\`\n\nb `],
    ['in a fence that never ends', `a\n\n\`\`\`\ncode\n\n${MARKER}\n\nb`, null],
    ['in indented code', `a\n\n    ${MARKER}\n\nb`, null],
    ['after a backtick that opens nothing', `a \` b ${MARKER} c`, 'a ` b '],
    ['after a backtick in another paragraph', `a \` b\n\n${MARKER} \` c`, 'a ` b\n\n'],
    ['between escaped backticks', `\\\`${MARKER}\\\``, '\\`'],
    ['escaped', `a \\${MARKER} b`, null],
    ['escaped, and after it', `\\${MARKER}\n\nb ${MARKER} c`, `\\${MARKER}\n\nb `],
    ['directly after an escaped one', `\\${MARKER}${MARKER} c`, `\\${MARKER}`],
    ['after an escaped backslash', `a \\\\${MARKER} b`, 'a \\\\'],
    ['after a backslash in HTML', `<div>\n\\${MARKER}\n</div>`, null],
    ['after a backslash in the title of a link', `[a](/b "\\${MARKER}")`, null],
    ['escaped in a picture', `![\\${MARKER}](x)`, null],
    ['in HTML that looks like code', `<pre><code>\n${MARKER}`, '<pre><code>\n'],
    ['in the line that opens a fence', `\`a\`\n\n\`\`\`js ${MARKER}\na\n\`\`\``, null],
    ['in code in a picture', `![\`${MARKER}\`](x)`, null],
    ['below a quote whose fence has no end', `> \`\`\`\n> a\n\n${MARKER}`, '> ```\n> a\n\n'],
    ['below a comment with a fence', `<!--\n\`\`\`\n-->\n\n${MARKER}`, '<!--\n```\n-->\n\n'],
    ['below indented code with a fence', `a\n\n    \`\`\`\n\n${MARKER}`, 'a\n\n    ```\n\n'],
    ['in a fence in a footnote', `x[^1]\n\n[^1]: a\n\n    \`\`\`\n    ${MARKER}\n    \`\`\`\n\n${MARKER}`, 'last'],
    ['in code in a long paragraph', `${'a '.repeat(6000)}\`${MARKER}\``, null],
    ['in code below very many blocks', `|||\n|-|-|\n${'|\n'.repeat(15_000)}\n\`${MARKER}\``, null],
    ['in code far below', `${'a\n\n'.repeat(20_000)}\`${MARKER}\``, null],
    ['escaped far below', `${'a ` b\n\n'.repeat(20_000)}\\${MARKER}`, null],
  ] as const) {
    it(`${what} ends the free part where it should`, () => {
      assert.equal(partBefore(content), free === 'last' ? content.slice(0, content.lastIndexOf(MARKER)) : free)
    })
  }

  it('ends the free part at the first marker that is neither in code nor escaped, in any context', () => {
    fc.assert(
      fc.property(paywalledText, ({ content, free }) => assert.equal(partBefore(content), free)),
      { numRuns: 1000 },
    )
  })

  it('always counts if there is neither code nor a backslash before it', () => {
    const piece = fc.constantFrom(
      'a',
      ' ',
      '\n',
      '\n\n',
      '> ',
      '- ',
      '<b>',
      '[',
      '](',
      '*',
      '|',
      '&',
      '日',
      '~~',
      '#',
      '"',
    )
    fc.assert(
      fc.property(fc.array(piece), fc.string(), (before, after) => {
        const free = before.join('').replaceAll('    ', '')
        if (free.includes('    ') || free.includes('~~~')) return
        assert.equal(partBefore(`${free}${MARKER}${after}`), free)
      }),
    )
  })

  it('is found in short steps in any text that may be stored', () => {
    const fill = (part: string) => part.repeat(1_000_000 / part.length)
    for (const part of [
      '`\n',
      '`',
      '`a',
      '[',
      '- `\n',
      '`a`\n\n',
      '* ',
      '> ',
      '\\',
      '[^1]: a\n',
      MARKER,
      `\`${MARKER}\` `,
    ]) {
      const search = paywallSearch(`\`\`${fill(part)}${MARKER}`, MARKER)
      const steps: number[] = []
      for (let isDone = false; !isDone; ) {
        const begun = cpuMilliseconds()
        for (let n = 0; n < 20 && !isDone; n++) isDone = search.next().done === true
        steps.push(cpuMilliseconds() - begun)
      }
      // One of them may contain a collection of garbage.
      const longest = steps.sort((a, b) => b - a)[2] ?? 0
      assert.ok(longest < 20, `${JSON.stringify(part)}: ${longest} of ${steps.length}`)
      const all = steps.reduce((sum, one) => sum + one, 0)
      assert.ok(all < 2000, `${JSON.stringify(part)}: ${all}`)
    }
  })

  it('is shown as a line in the preview where the free part ends', async () => {
    const samples = fc.sample(paywalledText, 30)
    for (const { content, free } of samples) {
      const { html } = await renderMarkdown(content, { paywallMarker: MARKER })
      const [shown, ...rest] = html.split('<hr class="paywall-line">\n')
      assert.equal(rest.length, 1)
      assert.equal(shown, (await renderMarkdown(free)).html)
    }
  })

  it('keeps the paid part out of the excerpt', () => {
    fc.assert(
      fc.property(paywalledText, ({ content }) => {
        assert.ok(!excerptOf(partBefore(content) ?? '', 10_000).includes('zzsecretzz'))
      }),
    )
  })
})
