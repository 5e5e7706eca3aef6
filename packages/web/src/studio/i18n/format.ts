import { LANGUAGES, language, textOf } from './language.ts'

export const { locale } = LANGUAGES[language]

/** The browser's time zone as an IANA name. */
export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
const moment = new Intl.DateTimeFormat(locale, {
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const zone = new Intl.DateTimeFormat(locale, { timeZoneName: 'long' })
const number = new Intl.NumberFormat(locale)
const kilobytes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 })
const megabytes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
const gigabytes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'gigabyte', maximumFractionDigits: 2 })
const yen = new Intl.NumberFormat(locale, { style: 'currency', currency: 'JPY', currencyDisplay: 'narrowSymbol' })

type Moment = string | number | Date

export const formatDate = (at: Moment): string => date.format(new Date(at))
export const formatDateTime = (at: Moment): string => dateTime.format(new Date(at))
export const formatTime = (at: Moment): string => time.format(new Date(at))
/** With the day of the week, for important times. */
export const formatMoment = (at: Moment): string => moment.format(new Date(at))
export const formatNumber = (value: number): string => number.format(value)
export const formatBytes = (bytes: number): string => {
  if (bytes >= 1e9) return gigabytes.format(bytes / 1e9)
  return bytes < 1e6 ? kilobytes.format(Math.max(bytes / 1000, Math.min(bytes, 1))) : megabytes.format(bytes / 1e6)
}
/** With the narrow sign in Japanese, too, as on the site. */
export const formatYen = (value: number): string => yen.format(value).replace('￥', '¥')

/** For example “Japan Standard Time”, as it is called at that moment. */
export const zoneName = (at: Moment): string =>
  zone.formatToParts(new Date(at)).find(part => part.type === 'timeZoneName')?.value ?? timeZone

/** “Japan Standard Time (Asia/Tokyo)” */
export const fullZoneName = (at: Moment): string => textOf('ui').zone(zoneName(at), timeZone)
