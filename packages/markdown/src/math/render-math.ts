import type { KatexOptions } from 'katex'
import { cpuMilliseconds } from '../cpu-time.ts'
import { escapeHtml } from '../escape.ts'
import { cleanMath } from './clean-math.ts'

/** Longer formulas stay text. */
const FORMULA_MAX_CHARACTERS = 2000
/** For one text. An article of a mathematician has a few hundred formulas. */
const ALL_MAX_CHARACTERS = 50_000
const FORMULAS_MAX = 2000
const ALL_MAX_MS = 2000
/** A macro can repeat itself; this many steps are enough for any formula that people write. */
const EXPANSIONS_MAX = 200
const SIZE_MAX_EM = 20

const OPTIONS: KatexOptions = {
  output: 'mathml',
  throwOnError: true,
  trust: false,
  strict: 'ignore',
  maxExpand: EXPANSIONS_MAX,
  maxSize: SIZE_MAX_EM,
}

/** Longer formulas within a line may be wider than a phone; they scroll. */
const WIDE_CHARACTERS = 60

/** Renders the formulas of one text within its limits. */
export class MathRenderer {
  readonly #render: (tex: string, options: KatexOptions) => string
  #characters = 0
  #formulas = 0
  #ms = 0

  private constructor(render: (tex: string, options: KatexOptions) => string) {
    this.#render = render
  }

  /** KaTeX is loaded by the first text with a formula. */
  static async load(): Promise<MathRenderer> {
    const { default: katex } = await import('katex')
    return new MathRenderer(katex.renderToString)
  }

  /**
   * The formula as MathML, which browsers show without scripts and without inline styles, which the content security
   * policy forbids. Undefined if it has an error, or if a limit is reached.
   */
  render(tex: string, isDisplay: boolean, isBlock: boolean): string | undefined {
    this.#characters += tex.length
    this.#formulas++
    const isWithin =
      tex.length <= FORMULA_MAX_CHARACTERS &&
      this.#characters <= ALL_MAX_CHARACTERS &&
      this.#formulas <= FORMULAS_MAX &&
      this.#ms <= ALL_MAX_MS
    return isWithin ? this.#measured(tex, isDisplay, isBlock) : undefined
  }

  #measured(tex: string, isDisplay: boolean, isBlock: boolean): string | undefined {
    const startMs = cpuMilliseconds()
    try {
      const rendered = this.#render(tex, { ...OPTIONS, displayMode: isDisplay })
      const [, markup] = /<semantics>(.*)<annotation /s.exec(rendered) ?? []
      const math = markup === undefined ? undefined : cleanMath(markup)
      return math === undefined ? undefined : wrap(math, tex.trim(), isDisplay, isBlock)
    } catch {
      return undefined
    } finally {
      this.#ms += cpuMilliseconds() - startMs
    }
  }
}

/** `alttext` is the source: feeds show it, because few feed readers know MathML. */
function wrap(math: string, tex: string, isDisplay: boolean, isBlock: boolean): string {
  const display = isDisplay ? ' display="block"' : ''
  const formula = `<math${display} alttext="${escapeHtml(tex)}">${math}</math>`
  if (isBlock) return `<div class="math-block" tabindex="0">${formula}</div>`
  return tex.length > WIDE_CHARACTERS ? `<span class="math-wide" tabindex="0">${formula}</span>` : formula
}
