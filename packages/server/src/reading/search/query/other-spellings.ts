import { stem } from '../text/stem.ts'
import { withoutDot } from '../text/words.ts'
import { codeUnit, type SearchUnit, unspacedUnit } from './query-units.ts'

/** The same word as other people write it, the most probable spelling first. */
export function otherSpellings(unit: SearchUnit): SearchUnit[] {
  if (unit.isPhrase) return []
  if (unit.stem === null) return [kanaBetween(unit), otherKana(unit)].filter(other => other !== undefined)
  return [...englishSpellings(unit.text).map(codeUnit), ...inTwoWords(unit.text)]
}

const KANJI_WORD = /^\p{Script=Han}[\p{Script=Han}\p{Script=Hiragana}]*$/u
const KANJI = /\p{Script=Han}/gu
const KANJI_MAX = 6

/** With kana between the kanji, or without them: 積立, 積立て and 積み立て; 鯖味噌煮 and 鯖の味噌煮. */
function kanaBetween({ text }: SearchUnit): SearchUnit | undefined {
  const kanji = KANJI_WORD.test(text) ? (text.match(KANJI) ?? []) : []
  if (kanji.length < 2 || kanji.length > KANJI_MAX) return undefined
  const pattern = new RegExp(kanji.join('\\p{Script=Hiragana}{0,2}'), 'gu')
  return { text, stem: null, terms: [...new Set(kanji)], isExact: false, pattern }
}

/** Hiragana and katakana follow each other in Unicode in the same order. */
const KANA_DISTANCE = 0x60

/** In the other kana: リンゴ and りんご. */
function otherKana({ text }: SearchUnit): SearchUnit | undefined {
  const moved = (by: number) => String.fromCharCode(...Array.from(text, kana => kana.charCodeAt(0) + by))
  if (/^[ァ-ヶ]{2,}$/.test(text)) return unspacedUnit(moved(-KANA_DISTANCE))
  return /^[ぁ-ゖ]{2,}$/.test(text) ? unspacedUnit(moved(KANA_DISTANCE)) : undefined
}

/** British and American spelling. A word that does not exist finds nothing, so the rules need no exceptions. */
const ENGLISH: readonly [RegExp, string][] = [
  [/(?<=..)our(?=$|s|e|i|a|f|h|l)/, 'or'],
  [/(?<=..[^cprst])or(?=$|s|e|i|a|f|h|l)/, 'our'],
  [/(?<=.[iy])s(?=e|ing|ation|able)/, 'z'],
  [/(?<=.[iy])z(?=e|ing|ation|able)/, 's'],
  [/(?<=..[bt])re(?=s?$)/, 'er'],
  [/(?<=.[ent][bt])er(?=s?$)/, 're'],
  [/(?<=[aeiou])ll(?=ed|ing|er)/, 'l'],
  [/(?<=..[aeiou])l(?=ed|ing|er)/, 'll'],
  [/(?<=.en)c(?=es?$)/, 's'],
  [/(?<=.en)s(?=es?$)/, 'c'],
  [/(?<=.og)ue/, ''],
  [/[ao]e(?=[a-z]{3})/, 'e'],
  [/^(p|an|h|gyn|orthop)e(?=[cdms])/, '$1ae'],
]

const englishSpellings = (word: string): string[] =>
  word.length < 5 ? [] : ENGLISH.flatMap(([from, to]) => (from.test(word) ? [word.replace(from, to)] : []))

const PART_MIN = 3
const TWO_WORDS_MAX = 5

/** A word that others write as two: paintshop, paint shop. Most such words have their gap near the middle. */
function inTwoWords(word: string): SearchUnit[] {
  if (!/^[a-z]{6,20}$/.test(word)) return []
  const places = Array.from({ length: word.length - 2 * PART_MIN + 1 }, (_, i) => PART_MIN + i)
  const fromMiddle = (at: number) => Math.abs(at - word.length / 2)
  places.sort((a, b) => fromMiddle(a) - fromMiddle(b))
  return places.slice(0, TWO_WORDS_MAX).map(at => {
    const [first, second] = [word.slice(0, at), word.slice(at)]
    const pattern = new RegExp(`(?<![a-z0-9])${first}[ -]${second}(?![a-z0-9])`, 'g')
    return { text: word, stem: null, terms: [stem(first), stem(second)], isExact: false, pattern }
  })
}

const INFLECTED = /^[おご]?(\p{Script=Han}+)(?:(?<=^[おご].+)$|\p{Script=Hiragana})/u
const FOUR_KANJI = /^(\p{Script=Han}{2})(\p{Script=Han}{2})$/u

/**
 * Parts of a word, for a search that has found no spelling of it: a Japanese word without its ending or polite prefix
 * (淹れ方 and 淹れる, お寿司 and 寿司), two Japanese words written together (韓国旅行), a name without its dot (next.js,
 * nextjs), a name and its number (oauth2, OAuth 2.0).
 */
export function relaxedUnits(unit: SearchUnit): SearchUnit[] | undefined {
  const { text, stem: stemmed, isPhrase } = unit
  if (isPhrase) return undefined
  const [, name, number] = /^([a-z]{2,})(\d+(?:\.\d+)*)$/.exec(text) ?? []
  if (name !== undefined && number !== undefined) return [codeUnit(name), codeUnit(number)]
  if (stemmed !== null) return undefined
  const joined = withoutDot(text)
  if (joined !== undefined) return [codeUnit(joined)]
  const [, beginning] = INFLECTED.exec(text) ?? []
  if (beginning !== undefined) return [unspacedUnit(beginning)]
  const words = text.match(FOUR_KANJI)?.slice(1)
  if (words !== undefined) return words.map(unspacedUnit)
  const other = kanaBetween(unit)
  return other && [other]
}

/** Everyday words that are written in kanji and in kana. */
const EVERYDAY = [
  ['子供', '子ども', 'こども'],
  ['友達', '友だち', 'ともだち'],
  ['一人', 'ひとり'],
  ['二人', 'ふたり'],
  ['ご飯', 'ごはん', '御飯'],
  ['卵', 'たまご', '玉子'],
  ['玉ねぎ', 'たまねぎ', '玉葱'],
  ['美味しい', 'おいしい'],
  ['可愛い', 'かわいい'],
  ['綺麗', 'きれい'],
  ['簡単', 'かんたん'],
  ['初めて', 'はじめて'],
  ['出来', 'でき'],
  ['作り', 'つくり'],
]

/** The text with an everyday word or its numbers in another spelling. */
export function otherTexts(text: string): string[] {
  const texts = EVERYDAY.flatMap(words => {
    const word = words.find(each => text.includes(each))
    return word === undefined ? [] : words.filter(each => each !== word).map(each => text.replaceAll(word, each))
  })
  texts.push(
    text.replaceAll(/(?<![\d.])[1-9]\d?(?=[\p{Script=Han}つ])/gu, digits => kanjiOf(Number(digits))),
    text.replaceAll(/[一二三四五六七八九十]{1,3}(?=[\p{Script=Han}つ])/gu, kanji => NUMBERS.get(kanji) ?? kanji),
  )
  return texts.filter(each => each !== text)
}

const DIGITS = '〇一二三四五六七八九'
const NUMBERS = new Map(Array.from({ length: 99 }, (_, i) => [kanjiOf(i + 1), String(i + 1)]))

/** 25 → 二十五 */
function kanjiOf(number: number): string {
  const tens = Math.floor(number / 10)
  const ones = number % 10
  return (tens > 1 ? DIGITS.charAt(tens) : '') + (tens > 0 ? '十' : '') + (ones > 0 ? DIGITS.charAt(ones) : '')
}
