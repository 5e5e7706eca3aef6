import { foldText } from '../text/fold.ts'
import { phraseUnit, type SearchUnit, wordUnits } from './query-units.ts'

export interface SearchQuery {
  /** All of them must be in a post. */
  readonly required: readonly SearchUnit[]
  /** None of them may be in it. */
  readonly excluded: readonly SearchUnit[]
  /** As `foldText` returns them. */
  readonly tags: readonly string[]
  readonly excludedTags: readonly string[]
  readonly authors: readonly string[]
  readonly excludedAuthors: readonly string[]
  /** All words as they were typed: a post with exactly this text is shown first. */
  readonly whole: string
  /** Everything that was typed. */
  readonly typed: string
}

/** Further words of a query have no effect, so that its cost is limited. */
const UNITS_MAX = 16

/** Words that nearly every text has, or that only ask a question. They are only required if nothing else is. */
const COMMON = new Set(
  (
    'a an and are as at be by can do does for from how i in is it my of on or should that the this to vs was what when ' +
    'where which why with you your 方法 やり方 仕方 とは おすすめ オススメ'
  ).split(' '),
)

const TOKENS = /(-(?!-))?(?:(tag|author):)?(?:"([^"]*)"?|([^\s"]+))/g

/** Reads words, "phrases", -exclusions, tag:x and author:x. Nothing that people type is an error. */
export function parseQuery(q: string): SearchQuery {
  const required: SearchUnit[] = []
  const excluded: SearchUnit[] = []
  const tags: string[] = []
  const excludedTags: string[] = []
  const authors: string[] = []
  const excludedAuthors: string[] = []
  const whole: string[] = []
  // Phones write “…” for "…".
  const typed = foldText(q).replaceAll(/[“”„]/g, '"').replaceAll(/ +/g, ' ').trim()
  for (const [, minus, field, phrase, word] of typed.matchAll(TOKENS)) {
    const text = (phrase ?? word ?? '').trim()
    if (text === '') continue
    if (field === 'tag') (minus ? excludedTags : tags).push(text)
    else if (field === 'author') (minus ? excludedAuthors : authors).push(text.replace(/^@/, ''))
    else {
      const units = phrase === undefined ? wordUnits(text) : [phraseUnit(text)]
      // -foo-bar excludes the two words together, not each of them.
      if (minus) excluded.push(...(units.length === 1 ? units : [phraseUnit(text)]))
      else {
        required.push(...units)
        whole.push(text)
      }
    }
  }
  return {
    required: withoutCommon(distinct(required)).slice(0, UNITS_MAX),
    excluded: distinct(excluded).slice(0, UNITS_MAX),
    tags: [...new Set(tags)].slice(0, UNITS_MAX),
    excludedTags: [...new Set(excludedTags)].slice(0, UNITS_MAX),
    authors: [...new Set(authors)],
    excludedAuthors: [...new Set(excludedAuthors)],
    whole: whole.join(' '),
    typed,
  }
}

/** Whether the query has no words, for example a single quotation mark: it finds nothing. */
export const isEmptyQuery = (query: SearchQuery): boolean =>
  [query.required, query.excluded, query.tags, query.excludedTags, query.authors, query.excludedAuthors].every(
    part => part.length === 0,
  )

/** Whether every post with the terms of the query matches it; otherwise the texts have to be compared. */
export const isDecidedByIndex = ({ required, excluded, excludedTags, excludedAuthors }: SearchQuery): boolean =>
  required.every(unit => unit.isExact) && excluded.length + excludedTags.length + excludedAuthors.length === 0

const distinct = (units: readonly SearchUnit[]): SearchUnit[] => [
  ...new Map(units.map(unit => [unit.text, unit])).values(),
]

function withoutCommon(units: readonly SearchUnit[]): readonly SearchUnit[] {
  const telling = units.filter(({ text }) => !COMMON.has(text))
  return telling.length > 0 ? telling : units
}
