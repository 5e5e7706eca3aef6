import MarkdownIt from 'markdown-it'
import { limitBlocks } from './block-limit.ts'
import { EXTENSIONS } from './extensions.ts'

/** The one parser for pages, excerpts and the paywall. It lets HTML through; pages go through the sanitiser afterwards. */
export const parser = new MarkdownIt({ html: true, linkify: true }).use(limitBlocks)

for (const { plugin } of EXTENSIONS) parser.use(plugin)

// An address begins with its scheme; `example.js` is a file.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
