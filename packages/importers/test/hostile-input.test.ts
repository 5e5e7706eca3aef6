import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addParagraphs } from '../src/wordpress/autop.ts'
import { insertSharedBlocks } from '../src/wordpress/shared-blocks.ts'
import { replaceShortcodes } from '../src/wordpress/shortcodes.ts'
import { convert } from './support/convert.ts'
import { memoryArchive } from './support/memory-archive.ts'
import { readAll } from './support/read-all.ts'

/** Where the time grows with the square of the length, a text of this many characters takes much longer than the limit. */
const CHARACTERS = 600_000
const LIMIT_US = 4_000_000

const LONG_TEXTS: readonly (readonly [kind: keyof typeof READERS, start: string, repeated: string, end?: string])[] = [
  ['html', '<p>', '\\\\('],
  ['html', '<p>', '\\\\['],
  ['html', '<p>$latex ', '&amp;s=', ' x$'],
  ['blocks', '<!-- wp:', 'a'],
  ['shortcodes', '', '[code]'],
  ['shortcodes', '', '[code '],
  ['shortcodes', '', '[caption]'],
  ['shortcodes', '', '[latex]'],
  ['shortcodes', '', '[gallery '],
  ['shortcodes', '', '[video '],
  ['shortcodes', '', '<pre>'],
  ['paragraphs', '', '<pre>'],
  ['ghost', '', '<!--kg-gated-block:begin '],
  ['markdown', '{{< ', 'a'],
  ['markdown', '{{< a', ' '],
  ['markdown', '{{< figure ', ' '],
  ['markdown', '', '{{< figure '],
  ['markdown', '{{< highlight ', 'a'],
  ['markdown', '', '{{< highlight a '],
  ['markdown', '', '{{< highlight a >}}'],
  ['markdown', '', '{{< youtube a >}} '],
  ['markdown', '{% highlight ', 'a-'],
  ['markdown', '', '{% highlight a %}'],
  ['markdown', '{% a ', 'a'],
  ['markdown', '* ', ' '],
  ['markdown', '', '<iframe src="https://a.example/"> '],
]

const ghost = (html: string) => JSON.stringify({ db: [{ data: { posts: [{ id: 'a', title: 'A', html }] } }] })

const READERS = {
  html: (text: string) => convert(text).markdown,
  blocks: (text: string) => insertSharedBlocks(text, { sharedBlock: () => undefined, report: () => {} }),
  shortcodes: (text: string) => replaceShortcodes(text, { attachmentUrl: () => undefined, report: () => {} }),
  paragraphs: (text: string) => addParagraphs(text),
  ghost: (text: string) => readAll('ghost', memoryArchive({ 'a.json': ghost(text) })),
  markdown: (text: string) => readAll('markdown', memoryArchive({ 'a.md': `${text} .` })),
}

describe('an import takes linear time', () => {
  for (const [kind, start, repeated, end = ''] of LONG_TEXTS) {
    it(`for ${kind} with ${JSON.stringify(start + repeated.repeat(3))}…${end}`, async () => {
      const before = process.cpuUsage().user
      await READERS[kind](start + repeated.repeat(CHARACTERS / repeated.length) + end)
      assert.ok(process.cpuUsage().user - before < LIMIT_US)
    })
  }
})
