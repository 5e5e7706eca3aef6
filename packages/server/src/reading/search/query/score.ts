import { foldText } from '../text/fold.ts'
import { isNameWithoutSign, isPartOfName, occurrencesOf, type Range } from './occurrences.ts'
import type { SearchQuery } from './parse-query.ts'
import type { SearchUnit } from './query-units.ts'

/** The texts of a post that a search compares. */
export interface SearchedText {
  readonly title: string
  readonly subtitle: string | null
  readonly tags: readonly string[]
  readonly headings: string
  readonly body: string
  readonly published_at: Date
  /** The username of the author. */
  readonly username: string
}

const WEIGHTS = { title: 10, tags: 7, subtitle: 5, headings: 4 } as const
const OCCURRENCES_MAX = 30
/** Words of a query in a distance of this many characters belong together. */
const NEAR = 80
const FRESH_HALF_LIFE_MS = 365 * 24 * 3_600_000
const FRESH_SHARE = 0.25

/** How well a post matches a query; undefined if it does not. */
export function scoreOf(query: SearchQuery, post: SearchedText, nowMs: number): number | undefined {
  if (query.excludedAuthors.includes(post.username)) return undefined
  const tags = post.tags.map(foldText)
  if (!query.tags.every(tag => tags.includes(tag)) || query.excludedTags.some(tag => tags.includes(tag)))
    return undefined
  const fields = {
    title: foldText(post.title),
    tags: tags.join(' '),
    subtitle: foldText(post.subtitle ?? ''),
    headings: foldText(post.headings),
  }
  const body = foldText(post.body)
  const everything = [...Object.values(fields), body]
  const isIn = (unit: SearchUnit) => everything.some(text => occurrencesOf(unit, text, 1).length > 0)
  if (query.excluded.some(isIn)) return undefined

  let score = 0
  const places: (readonly Range[])[] = []
  for (const unit of query.required) {
    const inBody = occurrencesOf(unit, body, OCCURRENCES_MAX)
    let points = inBody.length > 0 ? frequency(inBody.length, body.length) : 0
    for (const name of Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]) {
      if (occurrencesOf(unit, fields[name], 1).length > 0) points += WEIGHTS[name]
    }
    if (points === 0) points = nameMatches(unit, post, fields.title, body)
    if (points === 0) return undefined
    score += points
    places.push(inBody)
  }
  score /= Math.max(1, query.required.length)
  score += togetherPoints(query, fields, body) + nearPoints(places)
  return score * (1 + FRESH_SHARE * 2 ** (-Math.max(0, nowMs - post.published_at.getTime()) / FRESH_HALF_LIFE_MS))
}

/** Matches of a name in another spelling. */
function nameMatches(unit: SearchUnit, { title, body }: SearchedText, foldedTitle: string, foldedBody: string): number {
  if (isNameWithoutSign(unit, foldedTitle)) return WEIGHTS.title
  return isPartOfName(unit, `${title}\n${body}`) || isNameWithoutSign(unit, foldedBody) ? 1 : 0
}

/** A word counts more in a short text than in a long one, and each further occurrence counts less. */
const frequency = (count: number, length: number): number => (3 * count) / (count + 1 + Math.log2(1 + length / 1000))

/** The query exactly as it was typed, and a title that consists of little else. */
function togetherPoints({ whole, required }: SearchQuery, fields: Record<'title' | 'headings', string>, body: string) {
  if (whole === '') return 0
  let points = 0
  if (fields.title.includes(whole)) points += 6 + 4 * (whole.length / fields.title.length)
  if (required.length > 1) {
    if (fields.headings.includes(whole)) points += 3
    if (body.includes(whole)) points += 3
  }
  return points
}

/** The shortest part of the text that has all words. */
function nearPoints(places: readonly (readonly Range[])[]): number {
  if (places.length < 2 || places.some(ranges => ranges.length === 0)) return 0
  const [first = [], ...others] = places
  let shortest = Number.POSITIVE_INFINITY
  for (const [from, to] of first) {
    let span = 0
    for (const ranges of others) {
      let nearest = Number.POSITIVE_INFINITY
      for (const [start, end] of ranges) nearest = Math.min(nearest, start >= to ? start - to : Math.max(0, from - end))
      span = Math.max(span, nearest)
    }
    shortest = Math.min(shortest, span)
  }
  return 4 * (NEAR / (NEAR + shortest))
}
