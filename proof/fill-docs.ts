import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCommandLine } from './command-line/read-command-line.ts'
import { log } from './report/results.ts'

readCommandLine({
  name: 'bench:docs',
  about: 'Writes the tables and the chart of the last full runs into docs/benchmarks.md.',
  options: {},
})

const results = join(import.meta.dirname, 'results')
const docs = join(import.meta.dirname, '../docs')
const page = join(docs, 'benchmarks.md')

const filled = readFileSync(page, 'utf8').replaceAll(
  /(<!-- (\w+) -->\n).*?(<!-- end -->)/gs,
  (whole, begin: string, name: string, end: string) => {
    const table = join(results, `${name}.md`)
    const isThere = existsSync(table)
    log(isThere ? `${name}: replaced` : `${name}: no results of a whole run, left as it was`)
    return isThere ? `${begin}\n${readFileSync(table, 'utf8')}\n${end}` : whole
  },
)
writeFileSync(page, filled)
const picture = join(results, 'scale.svg')
if (existsSync(picture)) {
  copyFileSync(picture, join(docs, 'scale.svg'))
  log('scale.svg: replaced')
}
