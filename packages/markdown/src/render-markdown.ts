import type { Env, Token } from 'markdown-it'
import type { Highlighting } from './code/highlight.ts'
import { textOf } from './escape.ts'
import { languageOf } from './extensions/code-blocks.ts'
import { Notes } from './extensions/footnotes.ts'
import { addHeadingIds } from './html/headings.ts'
import { type Size, sanitise } from './html/sanitise.ts'
import { InsertedHtml } from './inserted-html.ts'
import { guessLanguage, readingMinutes } from './language.ts'
import { blockLimit, TooManyBlocksError } from './limits/block-limit.ts'
import { nestsTooDeep } from './limits/nesting.ts'
import { BLOCK_TOKENS_MAX, OutputLimit, OutputTooLargeError } from './limits/output-limit.ts'
import type { MathRenderer } from './math/render-math.ts'
import type { Page } from './page.ts'
import { parser } from './parser.ts'
import { paywallAt } from './paywall.ts'
import { plainPage } from './plain-page.ts'
import { renderTokens } from './render-tokens.ts'

export interface RenderOptions {
  /** At its first occurrence outside code the text is divided, and a line marks the place. */
  readonly paywallMarker?: string
  /** The size of a picture, if its address contains it. */
  readonly sizeOf?: (src: string) => Size | undefined
  /** Highlighting code is slow and can be left out. */
  readonly highlight?: boolean
}

/** Renders Markdown as safe HTML. A text whose page would be too large or too deep becomes plain paragraphs. */
export async function renderMarkdown(content: string, options: RenderOptions = {}): Promise<Page> {
  try {
    return await render(content, options)
  } catch (error) {
    if (error instanceof OutputTooLargeError || error instanceof TooManyBlocksError) return plainPage(content, 'size')
    throw error
  }
}

async function render(content: string, options: RenderOptions): Promise<Page> {
  const { paywallMarker, sizeOf = () => undefined, highlight = true } = options
  const cut = paywallMarker === undefined ? -1 : paywallAt(content, paywallMarker)
  const parts = cut === -1 ? [content] : [content.slice(0, cut), content.slice(cut + (paywallMarker ?? '').length)]
  const colours = new LazyHighlighter(highlight)
  const limit = new OutputLimit(content)
  const rendered: string[] = []
  const inserted = new InsertedHtml()
  const formulas = new LazyFormulas(limit)
  let notes = new Notes()
  for (const part of parts) {
    notes = new Notes(notes.last)
    const html = await toHtml(part, { notes, inserted, ...blockLimit(BLOCK_TOKENS_MAX) }, colours, formulas, limit)
    if (nestsTooDeep(html)) return plainPage(content, 'nesting')
    rendered.push(inserted.insertInto(sanitise(html, sizeOf)))
  }
  const { html, toc } = addHeadingIds(wrapTables(rendered.join('<hr class="paywall-line">\n')))
  limit.check(html)
  const prose = textOf(html.replaceAll(/<pre tabindex="0">.*?<\/pre>/gs, ' '))
  return { html, toc, readingMinutes: readingMinutes(textOf(html)), language: guessLanguage(prose) }
}

async function toHtml(
  source: string,
  env: Env,
  colours: LazyHighlighter,
  formulas: LazyFormulas,
  limit: OutputLimit,
): Promise<string> {
  const tokens = parser.parse(source, env)
  for (const token of tokens) {
    if (token.type === 'math_block' || isMathFence(token)) await formulas.add(token, true)
    else if (token.type === 'fence') await colours.add(token)
    for (const child of token.children ?? []) {
      if (child.type === 'math_inline') await formulas.add(child, child.markup === '$$')
    }
  }
  return renderTokens(tokens, env, limit)
}

/** Highlights code. The highlighter is loaded by the first text with code. */
class LazyHighlighter {
  readonly #wanted: boolean
  #highlighting: Highlighting | undefined

  constructor(wanted: boolean) {
    this.#wanted = wanted
  }

  async add(token: Token): Promise<void> {
    const language = languageOf(token.info)
    if (!this.#wanted || language === '') return
    this.#highlighting ??= new (await import('./code/highlight.ts')).Highlighting()
    const html = await this.#highlighting.highlight(token.content, language)
    if (html !== undefined) token.meta = { ...token.meta, html }
  }
}

const isMathFence = ({ type, info }: Token): boolean => type === 'fence' && languageOf(info) === 'math'

/** Renders formulas. KaTeX is loaded by the first text with one. */
class LazyFormulas {
  readonly #limit: OutputLimit
  #renderer: MathRenderer | undefined

  constructor(limit: OutputLimit) {
    this.#limit = limit
  }

  async add(token: Token, isBlock: boolean): Promise<void> {
    this.#renderer ??= await (await import('./math/render-math.ts')).MathRenderer.load()
    // A block cannot be in a line of text, but a formula in it can have the style of a block.
    const math = this.#renderer.render(token.content, isBlock, token.type !== 'math_inline')
    if (math === undefined) return
    this.#limit.add(math)
    token.meta = { ...token.meta, math }
  }
}

/** Wraps tables, so that a wide table scrolls instead of the page. */
function wrapTables(html: string): string {
  return html.replaceAll('<table>', '<div class="table" tabindex="0"><table>').replaceAll('</table>', '</table></div>')
}
