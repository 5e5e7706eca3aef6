import { LANGUAGES, type Language } from '@galley/contract/identity/languages'

/** The server does not know the reader's time zone: Japanese pages use Japan's, others UTC, and the zone is shown. */
const ZONES: Readonly<Record<Language, string>> = { en: 'UTC', ja: 'Asia/Tokyo' }

/** Cached, because Intl objects are slow to create. */
function perLanguage<T>(make: (language: Language) => T): Readonly<Record<Language, T>> {
  return Object.fromEntries(LANGUAGES.map(name => [name, make(name)])) as Record<Language, T>
}

const dates = perLanguage(name => new Intl.DateTimeFormat(name, { dateStyle: 'long', timeZone: ZONES[name] }))
const daysInJapan = perLanguage(name => new Intl.DateTimeFormat(name, { dateStyle: 'long', timeZone: 'Asia/Tokyo' }))
const TIME = {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
} as const
const times = perLanguage(name => new Intl.DateTimeFormat(name, { ...TIME, year: 'numeric', timeZone: ZONES[name] }))
const nearTimes = perLanguage(name => new Intl.DateTimeFormat(name, { ...TIME, timeZone: ZONES[name] }))
const numbers = perLanguage(name => new Intl.NumberFormat(name))
const shortNumbers = perLanguage(name => new Intl.NumberFormat(name, { notation: 'compact', maximumFractionDigits: 1 }))
const prices = perLanguage(name => new Intl.NumberFormat(name, { style: 'currency', currency: 'JPY' }))

export const formatDate = (language: Language, iso: string) => dates[language].format(new Date(iso))
/** For receipts, which follow the law of Japan: the same day in each language. */
export const formatDayInJapan = (language: Language, iso: string) => daysInJapan[language].format(new Date(iso))
export const formatTime = (language: Language, iso: string) => times[language].format(new Date(iso))
/** For times that are close to the current one. */
export const formatNearTime = (language: Language, iso: string) => nearTimes[language].format(new Date(iso))
export const formatNumber = (language: Language, value: number) => numbers[language].format(value)
/** 12,345 as 12.3K or 1.2万, for counters. */
export const formatCount = (language: Language, value: number) => shortNumbers[language].format(value)
/** With the narrow sign in Japanese, too, as in mails: Intl writes one that is as wide as a Japanese letter. */
export const formatYen = (language: Language, value: number) => prices[language].format(value).replace('￥', '¥')
