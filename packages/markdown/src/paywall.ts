import { codeIn, isEscaped } from './outside-code.ts'

/** A backtick, three tildes, an indent or a backslash at the end. Most texts have none before their marker. */
const MAY_BE_SHOWN = /[`\t]|~~~| {4}|\\$/

/**
 * Where the free part of a text ends: at the first marker that is neither in code nor escaped, or -1 if there is none. Code
 * is a fenced or indented block or `inline code`; an escaped marker has a backslash before it. Both are shown to readers.
 */
export function paywallAt(content: string, marker: string): number {
  const search = paywallSearch(content, marker)
  for (;;) {
    const { done, value } = search.next()
    if (done) return value
  }
}

/** The same in short steps, so that a long text delays no other requests. */
export function* paywallSearch(content: string, marker: string): Generator<undefined, number> {
  const first = content.indexOf(marker)
  if (first === -1 || !MAY_BE_SHOWN.test(content.slice(0, first))) return first
  const code = codeIn(content)
  let range = code.next()
  for (let at = first; at !== -1; at = content.indexOf(marker, at + marker.length)) {
    while (!range.done && range.value[1] <= at) {
      range = code.next()
      yield undefined
    }
    const isInCode = !range.done && range.value[0] <= at
    if (!isInCode && !isEscaped(content, at)) return at
    yield undefined
  }
  return -1
}
