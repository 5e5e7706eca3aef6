/** Rows of cells with a head; a missing cell is a dash. Text is left-aligned, numbers right-aligned. */
export type Cells = readonly (string | undefined)[]

const WORDS = /^[^\d-]/

export function textTable(head: Cells, rows: readonly Cells[]): string {
  const all = [head, ...rows].map(cells => cells.map(cell => cell ?? '–'))
  const widths = head.map((_, column) => Math.max(...all.map(cells => cells[column]?.length ?? 0)))
  const isWords = head.map((_, column) => rows.every(cells => WORDS.test(cells[column] ?? '–') && column === 0))
  const line = (cells: readonly string[]) =>
    cells.map((cell, i) => (isWords[i] ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')
  return all.map(line).join('\n')
}

export function markdownTable(head: Cells, rows: readonly Cells[]): string {
  const line = (cells: Cells) => `| ${cells.map(cell => cell ?? '–').join(' | ')} |`
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n')
}
