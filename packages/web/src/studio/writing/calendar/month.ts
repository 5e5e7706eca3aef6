import { LANGUAGES, language } from '../../i18n/language.ts'

/** The first day of a month, at local midnight. */
export type Month = Date

const FIRST_WEEKDAY = LANGUAGES[language].firstWeekday
const DAYS_PER_WEEK = 7

/**
 * Parses `2026-01` from an address; returns this month for anything else, also in the last year that the server knows,
 * because its last week ends after it, and in the first centuries.
 */
export function readMonth(text: string | null, now: Date): Month {
  const [, year, month] = /^(?!0|9999)(\d{4})-(0[1-9]|1[0-2])$/.exec(text ?? '') ?? []
  return year && month ? new Date(Number(year), Number(month) - 1) : new Date(now.getFullYear(), now.getMonth())
}

export const monthText = (month: Month): string => dayText(month).slice(0, 7)

export const addMonths = (month: Month, count: number): Month => new Date(month.getFullYear(), month.getMonth() + count)

/** `2026-01-31`, local. */
export const dayText = (day: Date): string => [day.getFullYear(), pad(day.getMonth() + 1), pad(day.getDate())].join('-')

const pad = (number: number): string => String(number).padStart(2, '0')

/** The complete weeks of the month, including days of the adjacent months. */
export function weeksOf(month: Month): Date[][] {
  const before = (month.getDay() - FIRST_WEEKDAY + DAYS_PER_WEEK) % DAYS_PER_WEEK
  const days = addMonths(month, 1).getTime() - month.getTime()
  const length = Math.round(days / 86_400_000)
  const weeks = Math.ceil((before + length) / DAYS_PER_WEEK)
  const day = (index: number) => new Date(month.getFullYear(), month.getMonth(), index + 1 - before)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: DAYS_PER_WEEK }, (_, weekday) => day(week * DAYS_PER_WEEK + weekday)),
  )
}

/** From the first day that a month's page shows to the day after the last. */
export function shownRange(month: Month): { from: Date; to: Date } {
  const weeks = weeksOf(month)
  const last = weeks.at(-1)!.at(-1)!
  return { from: weeks[0]![0]!, to: new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1) }
}
