import fc from 'fast-check'

export const MARKER = '<!-- paywall -->'
export const SECRET = 'zzsecretzz'

/** Blocks with the marker in code or escaped, where it is ignored, and blocks without it. */
const FREE_BLOCKS = [
  'Some *words* and **more**.',
  '# 見出し',
  '> quoted\n> lines',
  '- item\n- item',
  `\`\`\`html\n${MARKER}\n\`\`\``,
  `~~~\na\n\n${MARKER} b\n~~~`,
  `\`\`\`\`\n\`\`\`\n${MARKER}\n\`\`\`\``,
  `    ${MARKER}`,
  `Write \`${MARKER}\` where it ends. 😀`,
  `Write \`\`a \` ${MARKER}\`\` there.`,
  `- item\n\n  \`\`\`\n  ${MARKER}\n  \`\`\``,
  `> \`\`\`\n> ${MARKER}\n> \`\`\``,
  `# \`${MARKER}\``,
  `|a|\n|-|\n|\`${MARKER}\`|`,
  'a ` lonely backtick',
  `\\${MARKER}`,
  `Write \\${MARKER} where it ends, or *\\\\\\${MARKER}*.`,
] as const

/** Ways to write the marker that count. */
const MARKERS = [
  MARKER,
  `free words ${MARKER}`,
  `${MARKER} ${SECRET}`,
  `free ${MARKER} ${SECRET} \`code\``,
  `- item ${MARKER}`,
  `> ${MARKER}`,
  `# title ${MARKER}`,
  `\`code\` ${MARKER} \`${SECRET}\``,
  `\\\`${MARKER}\\\``,
  `\\\\${MARKER}`,
  `\\<${MARKER} ${SECRET}`,
  `[link](/x "${MARKER}")`,
  `<div>${MARKER}</div>`,
] as const

export interface PaywalledText {
  readonly content: string
  readonly free: string
}

/** Texts with a known free part. Everything after it contains the secret word. */
export const paywalledText: fc.Arbitrary<PaywalledText> = fc
  .record({
    before: fc.array(fc.constantFrom(...FREE_BLOCKS), { maxLength: 6 }),
    marker: fc.constantFrom(...MARKERS),
    after: fc.array(fc.constantFrom(...FREE_BLOCKS, MARKER, '```', '`'), { maxLength: 4 }),
    newline: fc.constantFrom('\n', '\r\n'),
  })
  .map(({ before, marker, after, newline }) => {
    // Text between them, because indented blocks after a list belong to its last item.
    const start = before.map(block => `${block}\n\nWords.\n\n`).join('')
    const hidden = after.map(block => `\n\n${SECRET} ${block}`).join('')
    const free = start + marker.slice(0, marker.indexOf(MARKER))
    const content = `${start}${marker}\n\n${SECRET}${hidden}`
    return { content: content.replaceAll('\n', newline), free: free.replaceAll('\n', newline) }
  })
