import type { Sales } from '@galley/contract/schemas/selling/sales'

const COLUMNS = ['date', 'post_id', 'title', 'sold', 'refunded', 'amount_jpy', 'author_jpy'] as const

/** With a byte order mark, without which Excel does not read Japanese. */
export function salesCsv({ rows }: Sales): string {
  const lines = [COLUMNS.join(','), ...rows.map(row => COLUMNS.map(name => cell(row[name])).join(','))]
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

/** A text that begins like a formula would be run by a spreadsheet. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
