import MarkdownIt from 'markdown-it'
import { EXTENSIONS } from './extensions.ts'
import { limitBlocks } from './limits/block-limit.ts'

/** The parser for pages, excerpts and the paywall. It passes HTML through; pages are sanitised afterwards. */
export const parser = new MarkdownIt({ html: true, linkify: true }).use(limitBlocks)

for (const { plugin } of EXTENSIONS) parser.use(plugin)

// Only URLs with a scheme become links: `example.js` is a file name.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
