import { createHighlighterCore, type GrammarState, type HighlighterCore, type ThemedToken } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { bundledLanguages } from 'shiki/langs'
import { cpuMilliseconds } from '../cpu-time.ts'
import { escapeHtml } from '../escape.ts'
import { classOf, classTheme } from './token-classes.ts'

/** Longer code is not highlighted. */
const BLOCK_MAX_CHARACTERS = 20_000
const ALL_MAX_CHARACTERS = 100_000
/** Half of a page's elements may be used for highlighting; an article with 100,000 characters of code needs about 20,000. */
const ALL_MAX_SPANS = 25_000
const LANGUAGES_MAX = 12
const LINE_MAX_CHARACTERS = 1000
/** Longer lines are cut for highlighting. The lines after a cut get wrong colours, so this is only for extreme lines. */
const LINE_MAX_MS = 5000
/** CPU time of this thread, so that the load of the machine does not affect the result. */
const ALL_MAX_MS = 4000
/** The number of lines between two checks of the time limit. */
const LINES_PER_STEP = 10

/** Languages that were used before. The first use of a language takes a second or more to compile its grammar. */
const usedLanguages = new Set<string>()
let highlighter: Promise<HighlighterCore> | undefined

/** Highlights the code of one text, within the limits of a text; code beyond them stays plain. */
export class Highlighting {
  #characters = 0
  #ms = 0
  #spans = 0
  readonly #languages = new Set<string>()

  /** The highlighted HTML, or undefined if the code stays plain. */
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
    const isUsed = usedLanguages.has(language)
    usedLanguages.add(language)
    let grammarState: GrammarState | undefined
    for (let start = 0; start < lines.length; start += LINES_PER_STEP) {
      if (this.#ms > ALL_MAX_MS || this.#spans > ALL_MAX_SPANS) return undefined
      const startMs = cpuMilliseconds()
      const result = shiki.codeToTokens(lines.slice(start, start + LINES_PER_STEP).join('\n'), {
        lang: language,
        theme: classTheme.name ?? '',
        tokenizeMaxLineLength: LINE_MAX_CHARACTERS,
        tokenizeTimeLimit: LINE_MAX_MS,
        ...(grammarState && { grammarState }),
      })
      grammarState = result.grammarState
      html.push(...result.tokens.map(lineHtml))
      this.#spans += result.tokens.reduce((sum, line) => sum + line.length, 0)
      if (isUsed || start > 0) this.#ms += cpuMilliseconds() - startMs
    }
    return html.join('\n')
  }
}

/** Adjacent tokens of one kind share a span; tokens without a kind have none. */
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
