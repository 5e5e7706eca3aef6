import { createHighlighterCore, type GrammarState, type HighlighterCore, type ThemedToken } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { bundledLanguages } from 'shiki/langs'
import { escapeHtml } from './escape.ts'
import { classOf, classTheme } from './token-classes.ts'

/** Longer ones are no examples for reading. */
const BLOCK_MAX_CHARACTERS = 20_000
const ALL_MAX_CHARACTERS = 100_000
/** Of all elements that a page may have, half may colour code; an article with 100,000 characters of code has about 20,000. */
const ALL_MAX_SPANS = 25_000
const LANGUAGES_MAX = 12
const LINE_MAX_CHARACTERS = 1000
/** A line that is broken off gives those below it wrong colours, so this is for lines that would never end. */
const LINE_MAX_MS = 5000
/** Of this thread's own time: what else the machine does must not decide how a page looks. */
const ALL_MAX_MS = 4000
/** So many lines are done between two looks at the clock. */
const LINES_A_STEP = 10

/** Languages that were met before. The first lines in one take a second or more, in which its grammar is made ready. */
const known = new Set<string>()
let highlighter: Promise<HighlighterCore> | undefined

/** Colours the code of one text, within what one text may take; what is too much stays plain. */
export class Highlighting {
  #characters = 0
  #ms = 0
  #spans = 0
  readonly #languages = new Set<string>()

  /** The code as HTML, or undefined where it stays plain. */
  async highlight(code: string, language: string): Promise<string | undefined> {
    const load =
      Object.hasOwn(bundledLanguages, language) && bundledLanguages[language as keyof typeof bundledLanguages]
    if (!load || code.length > BLOCK_MAX_CHARACTERS) return undefined
    this.#characters += code.length
    this.#languages.add(language)
    if (this.#characters > ALL_MAX_CHARACTERS || this.#languages.size > LANGUAGES_MAX) return undefined
    highlighter ??= createHighlighterCore({
      themes: [classTheme],
      langs: [],
      engine: createJavaScriptRegexEngine({ forgiving: true }),
    })
    const shiki = await highlighter
    await shiki.loadLanguage(load)
    return this.#tokenize(shiki, code, language)
  }

  #tokenize(shiki: HighlighterCore, code: string, language: string): string | undefined {
    const lines = code.split('\n')
    const html: string[] = []
    const isKnown = known.has(language)
    known.add(language)
    let grammarState: GrammarState | undefined
    for (let start = 0; start < lines.length; start += LINES_A_STEP) {
      if (this.#ms > ALL_MAX_MS || this.#spans > ALL_MAX_SPANS) return undefined
      const begun = process.threadCpuUsage()
      const result = shiki.codeToTokens(lines.slice(start, start + LINES_A_STEP).join('\n'), {
        lang: language,
        theme: classTheme.name ?? '',
        tokenizeMaxLineLength: LINE_MAX_CHARACTERS,
        tokenizeTimeLimit: LINE_MAX_MS,
        ...(grammarState && { grammarState }),
      })
      grammarState = result.grammarState
      html.push(...result.tokens.map(lineHtml))
      this.#spans += result.tokens.reduce((sum, line) => sum + line.length, 0)
      if (isKnown || start > 0) this.#ms += millisecondsSince(begun)
    }
    return html.join('\n')
  }
}

function millisecondsSince(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(begun)
  return (user + system) / 1000
}

/** Neighbours of one kind share a span; what has no kind has none. */
function lineHtml(tokens: readonly ThemedToken[]): string {
  let html = ''
  let open: string | undefined
  for (const { content, color } of tokens) {
    const kind = content.trim() === '' ? open : classOf(color)
    if (kind !== open)
      html += `${open === undefined ? '' : '</span>'}${kind === undefined ? '' : `<span class="${kind}">`}`
    open = kind
    html += escapeHtml(content)
  }
  return open === undefined ? html : `${html}</span>`
}
