import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Writes the tables of the last full runs into docs/benchmarks.md.
const page = join(import.meta.dirname, '../docs/benchmarks.md')
const filled = readFileSync(page, 'utf8').replaceAll(
  /(<!-- (\w+) -->\n).*?(<!-- end -->)/gs,
  (whole, start: string, name: string, end: string) => {
    const table = join(import.meta.dirname, `results/${name}.md`)
    return existsSync(table) ? `${start}\n${readFileSync(table, 'utf8')}\n${end}` : whole
  },
)
writeFileSync(page, filled)
