type Fields = Readonly<Record<string, unknown>>

/** The first of these fields that is a text. */
export function textField(fields: Fields, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
    if (typeof value === 'number') return String(value)
  }
  return undefined
}

/** A list, or a text with commas or spaces between its parts. */
export function listField(fields: Fields, separator: RegExp, ...names: string[]): string[] {
  return names.flatMap(name => {
    const value = fields[name]
    if (typeof value === 'string') return value.split(separator).map(part => part.trim())
    if (!Array.isArray(value)) return []
    // Hexo nests the parts of a category.
    return value.flat(3).flatMap(part => {
      if (typeof part === 'string' || typeof part === 'number') return String(part).trim()
      return typeof part?.name === 'string' ? part.name.trim() : []
    })
  })
}

/** YAML 1.1, which Jekyll and Hugo read, has more spellings than 1.2. */
export const isTrue = (value: unknown): boolean => /^(?:true|yes|on|1)$/i.test(wordOf(value))
export const isFalse = (value: unknown): boolean => /^(?:false|no|off|0)$/i.test(wordOf(value))

const wordOf = (value: unknown): string => (typeof value === 'object' ? '' : String(value).trim())
