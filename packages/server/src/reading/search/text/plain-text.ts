/** Text after this many characters of a post is not indexed. */
export const TEXT_MAX = 100_000

export interface PlainText {
  readonly body: string
  /** One per line. */
  readonly headings: string
}

const HEADING = /^ {0,3}#{1,6}[ \t]+(\S.*)$/gm
const FENCE = /^[ \t]*(?:```|~~~).*$/gm

/**
 * The text of Markdown as it is searched: code is kept, because people search for it; addresses, comments and signs of
 * the syntax are left out. A parser is not needed for this, and would take several times as long.
 */
export function plainTextOf(markdown: string): PlainText {
  const source = markdown.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, ' ')
  const headings = [...source.replaceAll(/^[ \t]*(```|~~~)[\s\S]*?^[ \t]*\1/gm, ' ').matchAll(HEADING)].map(
    ([, heading = '']) => withoutClosingSigns(heading),
  )
  return {
    body: toLines(withoutSigns(source.replaceAll(FENCE, ' '))),
    // Joined first: a text may have very many headings, and one call is faster than one for each.
    headings: toLines(withoutSigns(headings.join('\n'))),
  }
}

/** `## Title ##`. A loop, because a regular expression would take quadratic time for many signs or spaces. */
function withoutClosingSigns(heading: string): string {
  const text = heading.trimEnd()
  let end = text.length
  while (text[end - 1] === '#') end--
  return text.slice(0, end)
}

function withoutSigns(text: string): string {
  return (
    text
      // Images and links: the text stays, the address does not. Only short ones, so that the time is linear.
      .replaceAll(
        /!?\[([^[\]\n]{0,500})\](?:\([^()\n]{0,1000}(?:\([^()\n]{0,500}\)[^()\n]{0,500})?\)|\[[^[\]\n]{0,200}\])/g,
        '$1',
      )
      .replaceAll(/^[ \t]*\[[^\]\n]{1,200}\]:[ \t]+\S+.*$/gm, ' ')
      .replaceAll(/<\/?[a-zA-Z][^<>\n]{0,1000}>/g, ' ')
      .replaceAll(/^[ \t]*(?:#{1,6}|>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])|:{3,}\w*)[ \t]*/gm, '')
      .replaceAll(/^[ \t|:-]+$/gm, ' ')
      .replaceAll(/\*\*|__|~~|`/g, '')
      .replaceAll(/(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])/gu, '')
      .replaceAll('|', ' ')
      .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
  )
}

function toLines(text: string): string {
  return text
    .replaceAll(/[^\S\n ][^\S\n]*| [^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim()
}
