import { replacePairs } from './replace-pairs.ts'

const BLOCKS =
  'address|article|aside|audio|blockquote|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|iframe|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul|video'

/**
 * Texts of WordPress's classic editor have blank lines instead of paragraphs, and line ends instead of `<br>`. WordPress
 * makes the elements when it shows a post; so does this.
 */
export function addParagraphs(text: string): string {
  const kept: string[] = []
  const protectedText = replacePairs(
    text.replaceAll(/\r\n?/g, '\n'),
    /<(pre|script|style|textarea)\b/gi,
    name => `</${name}>`,
    (_parts, _inner, whole) => `\n\n<!--kept:${kept.push(whole) - 1}-->\n\n`,
  )
  const blocks = protectedText
    .replaceAll(new RegExp(`(<(?:${BLOCKS})\\b[^<>]*>)`, 'gi'), '\n\n$1')
    .replaceAll(new RegExp(`(?<!\\s)\\s*(</(?:${BLOCKS})>)`, 'gi'), '$1\n\n')
    .split(/\n\s*\n/)
  // The wide space with which a Japanese paragraph begins is kept.
  const html = blocks.map(block => block.replace(/^[ \t\n]+/, '').trimEnd()).filter(block => block !== '')
  return html
    .map(block => (startsBlock.test(block) ? block.replace(AFTER_TAG, addBreaks) : `<p>${addBreaks(block)}</p>`))
    .join('\n')
    .replaceAll(/<!--kept:(\d+)-->/g, (_, index) => kept[Number(index)] ?? '')
}

const startsBlock = new RegExp(`^(?:</?(?:${BLOCKS})\\b|<!--kept:)`, 'i')

/** The text behind the tag with which a block begins. */
const AFTER_TAG = /(?<=^<[^<>]*>\s*)[^\s][\s\S]*$/

/** A line end inside a tag, or after a `<br>`, is not one that is shown. */
const addBreaks = (text: string): string =>
  text.replaceAll(/(<br\s*\/?>)\s*\n|<[^<>]*>|\n/gi, (found, lineBreak?: string) =>
    found === '\n' ? '<br>\n' : (lineBreak ?? found),
  )
