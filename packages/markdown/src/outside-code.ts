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

/**
 * A fence, possibly after the marks of quotes and lists. A line with backticks after a fence of backticks is not one.
 */
const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/
const FENCE_END = /^[ \t>]*(`{3,}|~{3,})\s*$/
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])\s/
const INDENTED = /^(?: {4}|\t)/

/**
 * The start and end of each fenced or indented block and each inline code. This does not use the parser of the site,
 * which may take long: the time grows with the length of the text only. In a list, an indented text is not code.
 */
function* codeIn(text: string): Generator<readonly [number, number]> {
  let at = 0
  let paragraph = 0
  let fence: string | undefined
  let isList = false
  let isAfterBlank = true
  for (const line of text.split(/(?<=\n)/)) {
    const start = at
    at += line.length
    if (fence !== undefined) {
      yield [start, at]
      paragraph = at
      if (FENCE_END.exec(line)?.[1]?.startsWith(fence)) fence = undefined
      continue
    }
    fence = FENCE.exec(line)?.[1]
    const isBlank = line.trim() === ''
    const isIndentedCode: boolean = isAfterBlank && !isList && INDENTED.test(line)
    if (LIST_ITEM.test(line)) isList = true
    else if (isAfterBlank && /^\S/.test(line)) isList = false
    isAfterBlank = isBlank || isIndentedCode
    if (fence === undefined && !isAfterBlank) continue
    yield* inlineCode(text.slice(paragraph, start), paragraph)
    if (!isBlank) yield [start, at]
    paragraph = at
  }
  yield* inlineCode(text.slice(paragraph), paragraph)
}

/** Between two runs of as many backticks. */
function* inlineCode(paragraph: string, offset: number): Generator<readonly [number, number]> {
  const runs = [...paragraph.matchAll(/`+/g)]
  const latest = new Map<number, number>()
  const ends = runs.map(() => -1)
  for (let n = runs.length - 1; n >= 0; n--) {
    const { length } = runs[n]![0]
    ends[n] = latest.get(length) ?? -1
    latest.set(length, n)
  }
  for (let n = 0; n < runs.length; n++) {
    const end = runs[ends[n]!]
    if (end === undefined) continue
    yield [offset + runs[n]!.index, offset + end.index + end[0].length]
    n = ends[n]!
  }
}
