/** The maximum length of a post, in characters. */
const CONTENT_MAX = 1_000_000

const long = (character: string) => `https://x.example/${character.repeat(2000)}`
const repeat = (part: string, length = CONTENT_MAX) => part.repeat(Math.floor(length / part.length))

/** Texts whose pages are much longer than the texts, or have very many elements. */
export const AMPLIFYING_TEXTS: Readonly<Record<string, string>> = {
  'links by name to a long address': `[a]: ${long('A')}\n\n${'[a]'.repeat(60_000)}`,
  'links by name to a long address in Japanese': `[a]: ${long('日')}\n\n${'[a]'.repeat(60_000)}`,
  'links by name with a long title': `[a]: /x "${'&'.repeat(20_000)}"\n\n${'[a]'.repeat(60_000)}`,
  'images by name with a long address': `[a]: ${long('A')}\n\n${'![a]'.repeat(60_000)}`,
  'links by name in a table': `[a]: ${long('A')}\n\n|a|\n|-|\n${'|[a]|\n'.repeat(40_000)}`,
  'links by name in headings': `[a]: ${long('A')}\n\n${'# [a]\n'.repeat(40_000)}`,
  'links by name in a footnote': `x[^1]\n\n[^1]: ${'[a]'.repeat(60_000)}\n\n[a]: ${long('A')}`,
  'footnotes used many times': `${'[^1]'.repeat(200_000)}\n\n[^1]: note`,
  'footnotes in footnotes': 'a^['.repeat(30_000) + ']'.repeat(30_000),
  'unclosed footnotes': 'a^['.repeat(60_000),
  'many footnotes': Array.from({ length: 40_000 }, (_, i) => `[^${i}]\n\n[^${i}]: a\n`).join('\n'),
  'many definitions': Array.from({ length: 40_000 }, (_, i) => `[r${i}]: /x\n[r${i}]`).join('\n\n'),
  'short paragraphs': repeat('a\n\n', 1_000_000),
  'short marked paragraphs': repeat('*\n\n'),
  'empty cells': `${'|'.repeat(10_001)}\n${'|-'.repeat(10_000)}|\n${'|\n'.repeat(100_000)}`,
  'cells of one letter': `${'|a'.repeat(1000)}|\n${'|-'.repeat(1000)}|\n${repeat(`${'|a'.repeat(1000)}|\n`, 900_000)}`,
  'short headings': repeat('# a\n'),
  'long headings': Array.from({ length: 400 }, () => `# ${'見'.repeat(2400)}`).join('\n'),
  'headings that claim the next number': `${Array.from({ length: 12_000 }, (_, i) => `# a ${i + 2}`).join('\n')}\n${'# a\n'.repeat(12_000)}`,
  'list items': repeat('- a\n'),
  tasks: repeat('- [x] a\n'),
  'lists in lists': repeat(`${Array.from({ length: 90 }, (_, i) => `${'  '.repeat(i)}- a`).join('\n')}\n\n`),
  'quotes in quotes': repeat(`${'> '.repeat(90)}a\n\n`),
  'words in bold': repeat('**a** '),
  'inline code': repeat('`a` '),
  addresses: repeat('http://a.b '),
  entities: repeat('&amp;'),
  ampersands: repeat('&'),
  'quotation marks': repeat('"'),
  'line breaks': repeat('a  \n'),
  rules: repeat('---\n'),
  'coloured code': repeat(`\`\`\`js\n${'a+b;'.repeat(4000)}\n\`\`\`\n`),
  'code on short lines': repeat(`\`\`\`js\n${'a+b\n'.repeat(4000)}\n\`\`\`\n`),
  'many blocks of code': repeat('```js\na\n```\n'),
  pictures: repeat('![](a) '),
  'empty tags': repeat('<a>'),
  'tags with attributes': repeat('<img src=a>'),
  'unclosed tags': repeat('<p><b>'),
  'long alternative texts': `![${'&'.repeat(400_000)}](a)![${'"'.repeat(400_000)}](a)`,
}
