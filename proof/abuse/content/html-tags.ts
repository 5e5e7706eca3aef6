const TAGS = /<([a-z][\w-]*)((?:\s+|\/|[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]*))?)*)>?/gi
const ATTRIBUTES = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]*)))?/g

export interface Tag {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
}

/** The opening tags of a page as a browser parses them, without scripts and their content. */
export function tagsOf(html: string): Tag[] {
  const withoutData = html.replaceAll(/(<script\b[^>]*>)[\s\S]*?(<\/script)/gi, '$1$2')
  return [...withoutData.matchAll(TAGS)].map(([, name = '', rest = '']) => ({
    name: name.toLowerCase(),
    attributes: new Map(
      [...rest.matchAll(ATTRIBUTES)].map(([, key = '', a, b, c]) => [key.toLowerCase(), decoded(a ?? b ?? c ?? '')]),
    ),
  }))
}

/** Decodes numeric character references, as a browser does. */
function decoded(text: string): string {
  return text
    .replaceAll(/&#(?:x([0-9a-f]+)|(\d+));?/gi, (_, hex, decimal) =>
      String.fromCodePoint(Math.min(hex ? Number.parseInt(hex, 16) : Number(decimal), 0x10ffff)),
    )
    .replaceAll(/&(?:tab|newline);|[\0-\x20]/gi, '')
}
