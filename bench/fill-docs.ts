/** `node bench/fill-docs.ts`: puts the tables of the last runs, and the picture, into docs/benchmarks.md where they belong. */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const results = join(import.meta.dirname, 'results')
const docs = join(import.meta.dirname, '../docs')
const page = join(docs, 'benchmarks.md')

const filled = readFileSync(page, 'utf8').replaceAll(
  /(<!-- (\w+) -->\n).*?(<!-- end -->)/gs,
  (whole, begin: string, name: string, end: string) => {
    const table = join(results, `${name}.md`)
    return existsSync(table) ? `${begin}\n${readFileSync(table, 'utf8')}\n${end}` : whole
  },
)
writeFileSync(page, filled)
const picture = join(results, 'scale.svg')
if (existsSync(picture)) copyFileSync(picture, join(docs, 'scale.svg'))
