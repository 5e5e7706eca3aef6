import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

/** The cells of a row by the heads of their columns, which are those of the first row. A missing cell is a dash. */
export type Row = Readonly<Record<string, string | number | undefined>>

interface Report {
  readonly tables: Readonly<Record<string, readonly Row[]>>
  /** What the JSON file contains besides the tables. */
  readonly figures?: object
  /** With one of these the command ends with code 1. */
  readonly failures?: readonly string[]
  readonly passed?: string
}

export const log = (line: string): void => void process.stdout.write(`${line}\n`)

/** Prints the result of a run and saves it as JSON, and as tables for docs/benchmarks.md. */
export function report(name: string, { tables, figures = {}, failures = [], passed = '' }: Report): void {
  for (const failure of failures) log(`FAILED  ${failure}`)
  for (const [title, rows] of Object.entries(tables)) log(`\n${title}\n\n${tableOf(rows)}`)
  const verdict = failures.length === 0 ? passed : `${failures.length} FAILURES`
  log(`\n${verdict}`)
  if (failures.length > 0) process.exitCode = 1
  const { model = 'unknown' } = cpus()[0] ?? {}
  const machine = `${cpus().length} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}`
  const made = `${new Date().toISOString().slice(0, 10)}, ${machine}, Node ${process.version.slice(1)}, embedded PostgreSQL.`
  const folder = join(import.meta.dirname, '../results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ made, ...figures, failures, tables }, null, 2)}\n`)
  const parts = [made, ...(verdict === '' ? [] : [`${verdict}.`]), ...Object.values(tables).map(tableOf)]
  writeFileSync(join(folder, `${name}.md`), `${parts.join('\n\n')}\n`)
  log(`figures: ${join(folder, name)}.json, for docs: ${name}.md`)
}

function tableOf(rows: readonly Row[]): string {
  const head = Object.keys(rows[0] ?? {})
  const cells = [head, ...rows.map(row => head.map(name => String(row[name] ?? '–')))]
  const widths = head.map((_, column) => Math.max(4, ...cells.map(line => line[column]?.length ?? 0)))
  const pad = (line: readonly string[]) =>
    line.map((cell, i) => (i === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[i]!)))
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  const [first = [], ...others] = cells.map(pad)
  return [first, rule, ...others].map(line => `| ${line.join(' | ')} |`).join('\n')
}

export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((percent / 100) * sorted.length))] ?? Number.NaN
}

export const median = (numbers: readonly number[]): number => percentile(numbers, 50)
