import type { SearchQuery } from './parse-query.ts'
import { otherSpelling, phraseUnit } from './query-units.ts'

/** Words that ask for a kind of text. Few texts of the kind have them. */
const KINDS = new Set('guide recipe recipes tutorial tutorials レシピ 作り方 使い方'.split(' '))

/** Queries that are tried one after the other if a query finds nothing. */
export function relaxedQueries(query: SearchQuery): SearchQuery[] {
  return [withOtherSpellings(query), asWritten(query)].filter(relaxed => relaxed !== undefined)
}

function withOtherSpellings(query: SearchQuery): SearchQuery | undefined {
  const telling = query.required.filter(({ text }) => !KINDS.has(text))
  const units = telling.length > 0 ? telling : query.required
  const others = units.map(otherSpelling)
  if (units.length === query.required.length && others.every(each => each === undefined)) return undefined
  return { ...query, required: units.flatMap((unit, i) => others[i] ?? [unit]) }
}

const COMMAND = /^[ -~]+$/

/** A command has options that look like exclusions: set -euo pipefail. */
function asWritten(query: SearchQuery): SearchQuery | undefined {
  if (query.excluded.length === 0 || !COMMAND.test(query.typed)) return undefined
  return { ...query, required: [phraseUnit(query.typed)], excluded: [] }
}
