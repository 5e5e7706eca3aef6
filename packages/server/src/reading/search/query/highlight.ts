import type { SearchHighlight } from '@galley/contract/schemas/reading/search'
import { foldWithPlaces } from '../text/fold.ts'
import { occurrencesOf, type Range } from './occurrences.ts'
import type { SearchQuery } from './parse-query.ts'
import type { SearchedText } from './score.ts'

const RANGES_MAX = 20
/** In code points, as all lengths of the API. */
const SNIPPET_CHARACTERS = 160
const SNIPPET_LEAD = 40
/** Folding with places takes time; later occurrences of a long text are not shown. */
const SHOWN_MAX = 20_000
const HEADINGS_MAX = 4000

/** The places of the words in each field that has some. The text is plain: whoever shows it as HTML has to escape it. */
export function highlightsOf(query: SearchQuery, post: SearchedText): SearchHighlight[] {
  const highlights = [marked(query, 'title', post.title), marked(query, 'subtitle', post.subtitle ?? '')]
  for (const tag of post.tags) highlights.push(marked(query, 'tags', tag))
  for (const heading of post.headings.slice(0, HEADINGS_MAX).toWellFormed().split('\n')) {
    const found = marked(query, 'headings', heading)
    if (found === undefined) continue
    highlights.push(found)
    break
  }
  highlights.push(snippetOf(query, post.body.slice(0, SHOWN_MAX).toWellFormed()))
  return highlights.filter(highlight => highlight !== undefined)
}

function marked(query: SearchQuery, field: SearchHighlight['field'], text: string): SearchHighlight | undefined {
  const ranges = rangesIn(query, text)
  return ranges.length === 0 ? undefined : { field, text, ranges: toCodePoints(text, ranges) }
}

/** The part of the text with the most words of the query. */
function snippetOf(query: SearchQuery, body: string): SearchHighlight | undefined {
  const ranges = rangesIn(query, body)
  const first = bestStart(ranges)
  if (first === undefined) return undefined
  const from = startOfWord(body, Math.max(0, first - SNIPPET_LEAD))
  const characters = [...body.slice(from, from + 2 * SNIPPET_CHARACTERS)].slice(0, SNIPPET_CHARACTERS)
  const to = endOfWord(body, from + characters.join('').length)
  const text = body.slice(from, to).replaceAll('\n', ' ')
  const inside = ranges.filter(([start, end]) => start >= from && end <= to)
  const moved = inside.map(([start, end]): Range => [start - from, end - from])
  return { field: 'text', text, ranges: toCodePoints(text, moved) }
}

/** In UTF-16 units of the original, in order, without overlaps. */
function rangesIn(query: SearchQuery, original: string): Range[] {
  const { text, toOriginal } = foldWithPlaces(original)
  const found = query.required.flatMap(unit => occurrencesOf(unit, text, RANGES_MAX))
  found.sort(([a], [b]) => a - b)
  const ranges: [number, number][] = []
  for (const [from, to] of found) {
    const last = ranges.at(-1)
    const start = toOriginal(from)
    // サーバ is also found in サーバー: the long vowel is a part of the word.
    const end = toOriginal(text.charAt(to) === 'ー' ? to + 1 : to)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else ranges.push([start, end])
  }
  return ranges.slice(0, RANGES_MAX * 2)
}

/** The start of the snippet that contains the most text of the query. */
function bestStart(ranges: readonly Range[]): number | undefined {
  let best: number | undefined
  let most = 0
  for (const [start] of ranges) {
    const near = ranges.filter(([from, to]) => from >= start && to <= start + SNIPPET_CHARACTERS - SNIPPET_LEAD)
    const covered = near.reduce((sum, [from, to]) => sum + to - from, 0)
    if (covered <= most) continue
    best = start
    most = covered
  }
  return best ?? ranges[0]?.[0]
}

/** A little later, if a word or sentence begins there; never inside of a surrogate pair. */
function startOfWord(text: string, from: number): number {
  if (from === 0) return 0
  const gap = /[\s。、．，！？!?]/u.exec(text.slice(from, from + SNIPPET_LEAD - 10))
  const at = gap === null ? from : from + gap.index + 1
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at
}

/** A little earlier, if a word would be cut. */
function endOfWord(text: string, to: number): number {
  if (!/[a-z0-9]/i.test(text.charAt(to))) return to
  const [beginning = ''] = /\s[a-z0-9]{1,30}$/i.exec(text.slice(0, to).slice(-31)) ?? []
  return to - beginning.length
}

function toCodePoints(text: string, ranges: readonly Range[]): [number, number][] {
  const points = (end: number) => [...text.slice(0, end)].length
  return ranges.map(([from, to]) => [points(from), points(to)])
}
