import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '../../../..')
const FOLDER = join(ROOT, 'bench/results')

/** Where a run took place: numbers mean nothing without it. */
const machine = () => ({
  cores: availableParallelism(),
  processor: cpus()[0]?.model ?? 'unknown',
  memory_gib: Math.round(totalmem() / 2 ** 30),
  platform: `${process.platform} ${process.arch}`,
  node: process.version,
})

/** Writes a run's results as JSON, and says where. */
export function writeReport(name: string, results: object): void {
  mkdirSync(FOLDER, { recursive: true })
  const file = join(FOLDER, `${name}.json`)
  writeFileSync(
    file,
    `${JSON.stringify({ date: new Date().toISOString(), machine: machine(), ...results }, null, 2)}\n`,
  )
  console.log(`written to ${relative(process.cwd(), file)}`)
}

/** Rows in columns, as wide as they need to be. */
export function printTable(title: string, rows: readonly Readonly<Record<string, string | number>>[]): void {
  const names = Object.keys(rows[0] ?? {})
  const widths = names.map(name => Math.max(name.length, ...rows.map(row => String(row[name]).length)))
  const line = (cells: readonly (string | number)[]) =>
    cells
      .map((cell, i) => (typeof cell === 'number' ? `${cell}`.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd()
  console.log(`\n${title}\n`)
  console.log(`  ${line(names)}`)
  for (const row of rows) console.log(`  ${line(names.map(name => row[name] ?? ''))}`)
}
