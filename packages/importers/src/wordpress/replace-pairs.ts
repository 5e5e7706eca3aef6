/**
 * Replaces what begins with a match of `open`, whose first group is a name, and ends with `close` for the same name. One that
 * does not end stays as it is. A single pattern for both would look for the end again from each beginning.
 */
export function replacePairs(
  text: string,
  open: RegExp,
  close: (name: string) => string,
  replace: (parts: RegExpExecArray, inner: string, whole: string) => string,
): string {
  let result = ''
  let at = 0
  const withoutEnd = new Set<string>()
  for (const parts of text.matchAll(open)) {
    const name = parts[1]?.toLowerCase() ?? ''
    if (parts.index < at || withoutEnd.has(name)) continue
    const end = new RegExp(close(name), 'gi')
    const start = parts.index + parts[0].length
    end.lastIndex = start
    const found = end.exec(text)
    if (found === null) {
      withoutEnd.add(name)
      continue
    }
    const whole = text.slice(parts.index, end.lastIndex)
    result += text.slice(at, parts.index) + replace(parts, text.slice(start, found.index), whole)
    at = end.lastIndex
  }
  return result + text.slice(at)
}
