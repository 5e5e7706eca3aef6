import { outsideCode } from '@galley/markdown/outside-code'
import type { Report } from '../../problems/problem.ts'
import { COMMENT_MARK, type Dialect } from './dialect.ts'

/** Names of Obsidian for the boxes of the site. Its other boxes are notes. */
const BOXES: Readonly<Record<string, string>> = {
  tip: 'TIP',
  hint: 'TIP',
  success: 'TIP',
  check: 'TIP',
  done: 'TIP',
  important: 'IMPORTANT',
  warning: 'WARNING',
  caution: 'CAUTION',
  attention: 'WARNING',
  danger: 'CAUTION',
  error: 'CAUTION',
  bug: 'CAUTION',
  failure: 'CAUTION',
  fail: 'CAUTION',
  missing: 'CAUTION',
}

/** `> [!tip]- Title`. The site has boxes without titles that do not close. */
const withBoxes = (text: string): string =>
  text.replaceAll(/^([ \t]*(?:>[ \t]?)+)\[!([a-z]+)(?:\|[^\]\n]*)?\][+-]?[ \t]*(.*)$/gim, (_, quote, kind, title) => {
    const name = Object.hasOwn(BOXES, kind.toLowerCase()) ? BOXES[kind.toLowerCase()] : 'NOTE'
    const lines = title === '' ? [`[!${name}]`] : [`[!${name}]`, `**${title}**`, '']
    return lines.map(line => quote + line).join('\n')
  })

/** `%%…%%`, also on several lines. It is not shown, so it must not become public. */
function withoutPrivateText(text: string, report: Report): string {
  const marked = outsideCode(text, part => part.replaceAll('%%', COMMENT_MARK))
  return marked
    .replaceAll(MARKS, found => {
      if (found === COMMENT_MARK) return '%%'
      report.add({ code: 'obsidian_comment_removed' })
      return ''
    })
    .replaceAll(COMMENT_MARK, '%%')
}

/**
 * A percent sign, or a comment. Each mark is paired with the next one, as in Obsidian. A mark between a number and a space or
 * punctuation means percent if the next mark is behind a number too, or can only begin a comment.
 */
const MARKS = /(?<=\d)\0(?![\p{L}\p{N}\0])(?=[^\0]*(?:(?<=\d)\0|(?<=\s)\0\S))|\0[^\0]*\0/gu

/** Images (`![[rain.png|300]]`), boxes, marked text and comments of Obsidian. Its links name notes, which have no address. */
export const obsidianDialect: Dialect = (text, report) =>
  outsideCode(withoutPrivateText(text, report), part =>
    withBoxes(part)
      .replaceAll(/(!?)\[\[([^[\]|\n]+?)(?:\\?\|([^[\]\n]*))?\]\](?![([:])/g, (whole, mark, name, label = '') => {
        if (mark === '!' && /\.(?:png|jpe?g|gif|webp)$/i.test(name)) {
          const alt = SIZE.test(label) ? '' : label
          return `![${alt}](<${name.replaceAll(/[%#?<>]/g, encodeURIComponent)}>)`
        }
        report.add({ code: 'obsidian_link_kept', values: { link: `[[${name}]]` } })
        return whole
      })
      .replaceAll(/!\[([^[\]|\n]*)\|\d+(?:x\d+)?\]\(/g, '![$1](')
      .replaceAll(/(?<![=\w])==(?=[^\s=])([^=\n]+)(?<=\S)==(?![=\w])/g, '<mark>$1</mark>'),
  )

const SIZE = /^\d+(?:x\d+)?$/
