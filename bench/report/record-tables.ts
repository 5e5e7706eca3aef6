import { keepResults, say } from './results.ts'
import { type Cells, markdownTable, textTable } from './table.ts'

/** Rows that name their cells, all alike. */
type Records = readonly Readonly<Record<string, string | number>>[]

/** Prints what came of a run, table by table, and keeps it. */
export function reportRecords(
  name: string,
  results: object,
  { tables, verdict }: { tables: Readonly<Record<string, Records>>; verdict: string },
): void {
  for (const [title, records] of Object.entries(tables)) say(`\n${title}\n\n${textTable(...cellsOf(records))}`)
  say(`\n${verdict}`)
  const markdown = Object.values(tables).map(records => markdownTable(...cellsOf(records)))
  keepResults(name, results, [`${verdict}.`, ...markdown].join('\n\n'))
}

function cellsOf(records: Records): [head: Cells, rows: readonly Cells[]] {
  const head = Object.keys(records[0] ?? {})
  return [head, records.map(record => head.map(name => String(record[name])))]
}
