import { log, saveResults } from './results.ts'
import { type Cells, markdownTable, textTable } from './table.ts'

/** Records with the same keys, which become the column heads. */
type Records = readonly Readonly<Record<string, string | number>>[]

/** Prints the tables of a run and saves them. */
export function reportRecords(
  name: string,
  results: object,
  { tables, verdict }: { tables: Readonly<Record<string, Records>>; verdict: string },
): void {
  for (const [title, records] of Object.entries(tables)) log(`\n${title}\n\n${textTable(...cellsOf(records))}`)
  log(`\n${verdict}`)
  const markdown = Object.values(tables).map(records => markdownTable(...cellsOf(records)))
  saveResults(name, results, [`${verdict}.`, ...markdown].join('\n\n'))
}

function cellsOf(records: Records): [head: Cells, rows: readonly Cells[]] {
  const head = Object.keys(records[0] ?? {})
  return [head, records.map(record => head.map(name => String(record[name])))]
}
