import { nestsTooDeep } from '@galley/markdown/limits/nesting'
import type { Root as HtmlRoot } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { toMdast } from 'hast-util-to-mdast'
import type { Root } from 'mdast'
import type { ContentPart, ImageReference } from '../imported-post.ts'
import { FileError } from '../problems/problem.ts'
import { cleanTree } from './clean-tree.ts'
import { isElement, unwrap } from './elements.ts'
import { tidyLinks } from './embed-blocks.ts'
import { markFootnotes } from './footnotes.ts'
import { markFormulas } from './formulas.ts'
import { handlersOf } from './handlers.ts'
import type { HtmlContext } from './html-context.ts'
import { normalizeTree } from './mdast/normalize-tree.ts'
import { splitFormulas } from './mdast/split-formulas.ts'
import { stringify } from './mdast/stringify.ts'
import { keepUnusedFootnotes } from './mdast/unused-footnotes.ts'
import { splitInlineStyles } from './split-inline-styles.ts'

/** Longer HTML does not become a post of at most a million characters. */
export const HTML_MAX_CHARACTERS = 8_000_000

/** Converts the HTML of a post to Markdown that the site shows in the same way. `prepare` may change the elements before. */
export function htmlToMarkdown(
  html: string,
  context: HtmlContext,
  prepare: (tree: HtmlRoot) => void = () => {},
): ContentPart[] {
  if (html.length > HTML_MAX_CHARACTERS) throw new FileError({ code: 'text_too_long' })
  if (nestsTooDeep(html)) throw new FileError({ code: 'text_nested_too_deep' })
  const tree = fromHtml(html, { fragment: true })
  prepare(tree)
  markFormulas(tree)
  cleanTree(tree, context)
  markFootnotes(tree)
  // After the footnotes: some have their ids on empty links.
  tidyLinks(tree)
  unwrap(tree, node => isElement(node, 'span', 'font'))
  splitInlineStyles(tree)
  const images = new ImageTokens(context)
  const markdown = toMdast(tree, {
    handlers: handlersOf(context, source => images.tokenFor(source)),
    nodeHandlers: { comment: () => undefined },
  }) as Root
  keepUnusedFootnotes(markdown)
  splitFormulas(markdown)
  normalizeTree(markdown)
  return images.split(stringify(markdown))
}

/** Authors cannot write it. */
// Without randomUUID, which browsers offer only over https.
const TOKEN = `galley-image-${crypto.getRandomValues(new Uint32Array(4)).join('')}-`
const TOKENS = new RegExp(`${TOKEN}(\\d+)\\.`)

/** Addresses of images are tokens until the images are stored. */
class ImageTokens {
  readonly #context: HtmlContext
  readonly #images: ImageReference[] = []

  constructor(context: HtmlContext) {
    this.#context = context
  }

  tokenFor(source: string): string {
    const image = this.#context.resolveImage(source)
    if (image === undefined) {
      this.#context.report({ code: 'image_address_unusable', values: { address: source.slice(0, 100) } })
      return ''
    }
    return `${TOKEN}${this.#images.push(image) - 1}.`
  }

  split(markdown: string): ContentPart[] {
    const pieces = markdown.split(TOKENS)
    return pieces
      .map((piece, index): ContentPart => (index % 2 === 0 ? piece : (this.#images[Number(piece)] ?? '')))
      .filter(part => part !== '')
  }
}
