import { otherSpellings, otherTexts, relaxedUnits } from './other-spellings.ts'
import { parseQuery, type SearchQuery } from './parse-query.ts'
import { codeUnit, phraseUnit, type SearchUnit } from './query-units.ts'

/** Words that ask a question or for a kind of text. Few texts that answer it have them. */
const KINDS = new Set(
  (
    'alternative alternatives best difference error errors example examples guide recipe recipes tips tutorial tutorials ' +
    'way ways いくら いつ いつまで エラー コツ どう どこ どれ なぜ まとめ やり方 レシピ 意味 違い 解説 原因 作り方 使い方 選び方 ' +
    '入門 比較 理由 例'
  ).split(' '),
)

/** How many queries with another spelling are tried at most, because each takes time. */
const SPELLINGS_MAX = 12
const TEXTS_MAX = 4

/** Queries that are tried one after the other if a query finds nothing: first those that differ least. */
export function relaxedQueries(query: SearchQuery): SearchQuery[] {
  const isPhrase = query.required.some(unit => unit.isPhrase)
  const texts = isPhrase ? [] : otherTexts(query.typed).slice(0, TEXTS_MAX)
  const respelled = texts.map(text => ({ ...query, required: parseQuery(text).required }))
  return [
    withoutKinds(query),
    ...respelled,
    ...withOtherSpellings(query).slice(0, SPELLINGS_MAX),
    ...[query, ...respelled].map(withLooserWords),
    asWritten(query),
  ].filter(relaxed => relaxed !== undefined)
}

function tellingUnits({ required }: SearchQuery): readonly SearchUnit[] {
  const telling = required.filter(({ text }) => !KINDS.has(text))
  return telling.length > 0 ? telling : required
}

function withoutKinds(query: SearchQuery): SearchQuery | undefined {
  const units = tellingUnits(query)
  return units.length === query.required.length ? undefined : { ...query, required: units }
}

/** One word in another spelling, or two words as one: key board, keyboard. */
function withOtherSpellings(query: SearchQuery): SearchQuery[] {
  const units = tellingUnits(query)
  const replaced = (at: number, count: number, unit: SearchUnit) => ({
    ...query,
    required: units.toSpliced(at, count, unit),
  })
  const joined = units.flatMap((unit, i) => {
    const next = units[i + 1]
    return unit.stem === null || !next?.stem ? [] : [replaced(i, 2, codeUnit(unit.text + next.text))]
  })
  const spellings = units.map(otherSpellings)
  const most = Math.max(0, ...spellings.map(({ length }) => length))
  // The first spelling of each word, then the second one of each.
  const others = Array.from({ length: most }, (_, rank) =>
    spellings.flatMap((each, i) => (each[rank] === undefined ? [] : [replaced(i, 1, each[rank])])),
  )
  return [...joined.slice(0, SPELLINGS_MAX / 2), ...others.flat()]
}

function withLooserWords(query: SearchQuery): SearchQuery | undefined {
  const units = tellingUnits(query)
  const others = units.map(relaxedUnits)
  if (others.every(each => each === undefined)) return undefined
  return { ...query, required: units.flatMap((unit, i) => others[i] ?? [unit]) }
}

const COMMAND = /^[ -~]+$/

/** The whole query as one phrase: the options of a command, as in `set -euo pipefail`, look like exclusions. */
function asWritten(query: SearchQuery): SearchQuery | undefined {
  if (query.excluded.length === 0 || !COMMAND.test(query.typed)) return undefined
  return { ...query, required: [phraseUnit(query.typed)], excluded: [] }
}
