type Sentence = readonly [pattern: string, translation: string]

/**
 * A sentence of the readers of exports in the language of the page, or as it is. They write English, because `gly` shows the
 * same sentences. A value may be such a sentence itself.
 */
export function translateProblem(message: string, sentences: readonly Sentence[]): string {
  for (const [pattern, translation] of sentences) {
    const values = compile(pattern).exec(message)?.slice(1)
    if (values === undefined) continue
    return translation.replaceAll(/\$(\d)/g, (_, place) => translateProblem(values[Number(place) - 1] ?? '', sentences))
  }
  return message
}

function compile(pattern: string): RegExp {
  const parts = pattern.split(/(?<![/])\*/).map(part => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.+?)')}$`, 's')
}
