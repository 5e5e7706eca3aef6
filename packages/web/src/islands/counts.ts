import { language } from './texts.ts'

const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 })

/** Formatted like on the server: 12,345 as 12.3K or 1.2万. */
export const formatCount = (count: number): string => compact.format(count)
