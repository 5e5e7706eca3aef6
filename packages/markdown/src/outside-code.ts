/** Changes a text, except its code. */
export function outsideCode(text: string, change: (text: string) => string): string {
  let result = ''
  let at = 0
  for (const [start, end] of codeIn(text)) {
    result += change(text.slice(at, start)) + text.slice(start, end)
    at = end
  }
  return result + change(text.slice(at))
}

type Range = readonly [start: number, end: number]
interface Paragraph {
  readonly lines: readonly number[]
}

/** Far below a millisecond of reading. */
const STEP_CHARACTERS = 5000
/** In an array with two numbers for each run of backticks. */
const STEP_RUNS = 2000

/**
 * The start and end of each fenced or indented block and each inline code, in their order. Empty ranges come between, so that
 * a caller can pause: after some thousand characters, also within a paragraph or a line.
 */
export const codeIn = (text: string): Generator<Range> => new CodeSearch(text).ranges()

/** Deeper quotes and lists are read as text, so that no line is read too often. */
const CONTAINERS_MAX = 20

const FENCE = /`{3,}(?=[^`\n]*$)|~{3,}/my
const FENCE_END = /(`{3,}|~{3,})[ \t\r]*$/my
const HEADING = /#{1,6}(?=\s|$)/my
const UNDERLINE = /(?:-+|=+)[ \t\r]*$/my
const RULE = /(?:[- \t]{3,}|[* \t]{3,}|[_ \t]{3,})\r?$/my
/** The characters with which a block may begin; all other lines are text. */
const BEGINS_BLOCK = new Set([...'`~#-=*_>+[<0123456789'].map(character => character.charCodeAt(0)))
const ITEM = /(?:[-*+]|(\d{1,9})[.)])(?=\s|$)/my
const NOTE = /\[\^[^\]\s]{1,50}\]:[ \t]+(?=\S)/y
const NOTE_INDENT = 2
const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE, QUOTE, BACKSLASH, BACKTICK] = [9, 10, 13, 32, 62, 92, 96]

/**
 * Reads the blocks of Markdown line by line. Unlike the parser of the site it takes little time for any text, so it can be
 * used while a request is handled.
 */
class CodeSearch {
  readonly #text: string
  readonly #backticks: NextIndex
  readonly #commentEnds: NextIndex
  /** Blocks of code, and paragraphs of which the inline code is still to be found. */
  readonly #found: (Range | Paragraph)[] = []
  /** The open quotes, as null, and the columns at which the contents of open list items and footnotes begin. */
  readonly #containers: (number | null)[] = []
  #fence: { readonly start: number; readonly mark: string; readonly depth: number } | undefined
  #isParagraph = false
  /** The lines of the open paragraph: the start and end of each. */
  #lines: number[] = []
  #start = 0
  #end = 0
  #at = 0
  #column = 0
  /** The column at which the content of the innermost container begins. */
  #base = 0

  constructor(text: string) {
    this.#text = text
    this.#backticks = new NextIndex(text, '`')
    this.#commentEnds = new NextIndex(text, '-->')
  }

  *ranges(): Generator<Range> {
    let [last, pausedAt] = [0, 0]
    while (this.#end < this.#text.length) {
      this.#readLine()
      if (this.#found.length > 0) {
        last = yield* this.#takeFound(last)
        pausedAt = this.#end
      }
      if (this.#end > pausedAt + STEP_CHARACTERS) {
        yield [last, last]
        pausedAt = this.#end
      }
    }
    if (this.#fence !== undefined) yield [this.#fence.start, this.#end]
    this.#endParagraph()
    yield* this.#takeFound(last)
  }

  /** Returns the end of the last range. */
  *#takeFound(last: number): Generator<Range, number> {
    let end = last
    for (const found of this.#found.splice(0)) {
      if ('lines' in found) end = yield* this.#inlineCode(found.lines, end)
      else {
        yield found
        end = found[1]
      }
    }
    return end
  }

  #readLine(): void {
    this.#start = this.#end
    const lineFeed = this.#text.indexOf('\n', this.#start)
    this.#end = lineFeed === -1 ? this.#text.length : lineFeed + 1
    const depth = this.#enterContainers()
    if (this.#fence !== undefined) {
      const isInside = depth >= this.#fence.depth
      if (isInside && !this.#isFenceEnd(this.#fence.mark)) return
      this.#found.push([this.#fence.start, isInside ? this.#end : this.#start])
      this.#fence = undefined
      if (isInside) return
    }
    if (this.#isAtEnd()) {
      this.#begin(depth)
      while (this.#text.charCodeAt(this.#end) === LINE_FEED) this.#end++
    }
    for (let inner = depth; !this.#isAtEnd() && this.#readBlock(inner); ) inner++
  }

  /** Returns how many of the open containers have this line. */
  #enterContainers(): number {
    this.#at = this.#start
    this.#column = 0
    this.#base = 0
    this.#skipSpaces()
    let depth = 0
    for (const content of this.#containers) {
      if (content === null) {
        if (!this.#isQuote()) break
        this.#enterQuote()
      } else if (this.#column >= content || this.#isAtEnd()) this.#base = content
      else break
      depth++
    }
    return depth
  }

  /** Whether a quote, list item or footnote begins, whose content comes next; otherwise the rest of the line was read. */
  #readBlock(depth: number): boolean {
    // Outside its quote or list, a paragraph goes on with lines that begin nothing else.
    if (!this.#isParagraph) this.#containers.length = depth
    const isInParagraph = this.#isParagraph && depth === this.#containers.length
    const isIndented = this.#column - this.#base >= 4
    if (isIndented && !this.#isParagraph) this.#found.push([this.#start, this.#end])
    else if (isIndented || !BEGINS_BLOCK.has(this.#text.charCodeAt(this.#at))) this.#addLine()
    else if (this.#match(FENCE)) this.#beginFence(depth)
    else if (this.#isLineOfItsOwn(isInParagraph)) {
      this.#begin(depth)
      this.#addLine()
      this.#endParagraph()
    } else if (this.#text.startsWith('<!--', this.#at)) this.#skipComment(depth)
    else if (depth < CONTAINERS_MAX && this.#beginContainer(depth, isInParagraph)) return true
    else this.#addLine()
    return false
  }

  #beginFence(depth: number): void {
    this.#begin(depth)
    this.#fence = { start: this.#start, mark: this.#match(FENCE)?.[0] ?? '', depth }
  }

  #isLineOfItsOwn(isInParagraph: boolean): boolean {
    if (this.#match(HEADING) || (isInParagraph && this.#match(UNDERLINE))) return true
    return (this.#match(RULE)?.[0].replaceAll(/\s/g, '').length ?? 0) >= 3
  }

  #beginContainer(depth: number, isInParagraph: boolean): boolean {
    if (this.#isQuote()) {
      this.#begin(depth)
      this.#containers.push(null)
      this.#enterQuote()
      return true
    }
    const note = this.#match(NOTE)?.[0]
    if (note !== undefined) {
      this.#begin(depth)
      this.#containers.push(this.#base + NOTE_INDENT)
      this.#skip(note.length)
      this.#base = this.#column
      return true
    }
    const item = this.#match(ITEM)
    if (item === null) return false
    const [mark, number = '1'] = item
    const [at, column] = [this.#at, this.#column]
    this.#skip(mark.length)
    const afterMark = this.#column
    this.#skipSpaces()
    // In a paragraph, a line that begins with a number is rarely meant as a list.
    if (isInParagraph && (Number(number) !== 1 || this.#isAtEnd())) {
      this.#at = at
      this.#column = column
      return false
    }
    this.#begin(depth)
    this.#base = this.#isAtEnd() || this.#column - afterMark > 4 ? afterMark + 1 : this.#column
    this.#containers.push(this.#base)
    return true
  }

  /** Ends the paragraph and what is open around it. */
  #begin(depth: number): void {
    this.#endParagraph()
    this.#containers.length = depth
  }

  #addLine(): void {
    this.#isParagraph = true
    this.#lines.push(this.#at, this.#end)
  }

  #endParagraph(): void {
    this.#isParagraph = false
    if (this.#lines.length > 0) this.#found.push({ lines: this.#lines })
    this.#lines = []
  }

  /** Inline code is between two runs of as many backticks. A backslash before the first takes one away. */
  *#inlineCode(lines: readonly number[], last: number): Generator<Range, number> {
    const runs: number[] = []
    for (let n = 0; n < lines.length; n += 2) {
      const lineEnd = lines[n + 1]!
      for (let at = lines[n]!; ; ) {
        const start = this.#backticks.from(at)
        if (start >= lineEnd) break
        at = start
        while (this.#text.charCodeAt(at) === BACKTICK) at++
        runs.push(start, at)
        if (runs.length % STEP_RUNS === 0) yield [last, last]
      }
      if (n % STEP_RUNS === 0 && n > 0) yield [last, last]
    }
    if (runs.length === 0) return last
    const latest = new Map<number, number>()
    const ends = new Int32Array(runs.length)
    for (let n = runs.length - 2; n >= 0; n -= 2) {
      const [start, end] = [runs[n]!, runs[n + 1]!]
      if (isEscaped(this.#text, start)) runs[n] = start + 1
      ends[n] = latest.get(end - runs[n]!) ?? 0
      latest.set(end - start, n)
      if (n % STEP_RUNS === 0) yield [last, last]
    }
    let codeEnd = last
    for (let n = 0; n < runs.length; n += 2) {
      if (n % STEP_RUNS === 0) yield [codeEnd, codeEnd]
      const closing = ends[n]!
      if (closing === 0) continue
      codeEnd = runs[closing + 1]!
      yield [runs[n]!, codeEnd]
      n = closing
    }
    return codeEnd
  }

  /** A comment at the beginning of a line is a block, which ends with the line of its end. */
  #skipComment(depth: number): void {
    this.#begin(depth)
    if (depth > 0) return
    const end = this.#text.indexOf('\n', this.#commentEnds.from(this.#at))
    this.#end = end === -1 ? this.#text.length : end + 1
  }

  #isFenceEnd(mark: string): boolean {
    return this.#column - this.#base < 4 && (this.#match(FENCE_END)?.[1]?.startsWith(mark) ?? false)
  }

  #isQuote(): boolean {
    return this.#text.charCodeAt(this.#at) === QUOTE && this.#column - this.#base < 4
  }

  /** One space after the mark belongs to it. */
  #enterQuote(): void {
    this.#skip(1)
    const next = this.#text.charCodeAt(this.#at)
    this.#base = this.#column + (next === SPACE || next === TAB ? 1 : 0)
    this.#skipSpaces()
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    return pattern.exec(this.#text)
  }

  #skip(characters: number): void {
    this.#at += characters
    this.#column += characters
  }

  #skipSpaces(): void {
    for (; this.#at < this.#end; this.#at++) {
      const character = this.#text.charCodeAt(this.#at)
      if (character === SPACE) this.#column++
      else if (character === TAB) this.#column += 4 - (this.#column % 4)
      else return
    }
  }

  #isAtEnd(): boolean {
    const character = this.#text.charCodeAt(this.#at)
    return this.#at >= this.#end || character === LINE_FEED || character === CARRIAGE_RETURN
  }
}

/** Whether an odd number of backslashes is before the character. */
export function isEscaped(text: string, at: number): boolean {
  let start = at
  while (text.charCodeAt(start - 1) === BACKSLASH) start--
  return (at - start) % 2 === 1
}

/** `indexOf` for places that only grow: the text is read once, however often it is asked. */
class NextIndex {
  readonly #text: string
  readonly #part: string
  #at = -1

  constructor(text: string, part: string) {
    this.#text = text
    this.#part = part
  }

  from(start: number): number {
    if (this.#at < start) {
      const found = this.#text.indexOf(this.#part, start)
      this.#at = found === -1 ? Number.POSITIVE_INFINITY : found
    }
    return this.#at
  }
}
