import { locale } from '../i18n/format.ts'

// UTC, because the server has already divided the values into days.
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** "12 Nov" of `2026-11-12`. */
export const formatDay = (date: string): string => day.format(new Date(`${date}T00:00:00Z`))
