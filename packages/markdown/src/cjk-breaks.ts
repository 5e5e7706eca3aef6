import type { MarkdownIt } from 'markdown-it'

/** Scripts that are written without spaces: where such a line ends and the next begins, there is none either. */
const WIDE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u

/** A line break in the source is a space in the text, except between two characters that stand without one. */
export function cjkBreaks(markdown: MarkdownIt): void {
  markdown.renderer.rules['softbreak'] = (tokens, index) => {
    const before = tokens[index - 1]
    const after = tokens[index + 1]
    if (before?.type !== 'text' || after?.type !== 'text') return '\n'
    const last = before.content.trimEnd().at(-1) ?? ''
    return WIDE.test(last) && WIDE.test(after.content.trimStart()[0] ?? '') ? '' : '\n'
  }
}
