const CODE =
  /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))|(?<!`)(`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S])*?(?<!`)\2(?!`)/gm

/** Changes a Markdown text, except its code blocks and inline code. */
export function outsideCode(text: string, change: (text: string) => string): string {
  let result = ''
  let at = 0
  for (const match of text.matchAll(CODE)) {
    result += change(text.slice(at, match.index)) + match[0]
    at = match.index + match[0].length
  }
  return result + change(text.slice(at))
}
