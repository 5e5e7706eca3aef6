/**
 * Part of `npm run check`: the parts of a folder, which are its files and its subfolders, must not import each other in a
 * cycle. So each folder can be read from top to bottom. Cycles of files are found by the import rules.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

/** Part → the parts that it imports, each with an example: the importing and the imported file. */
type Parts = Map<string, Map<string, string>>

const files = globSync(['packages/*/{src,test,generate}/**/*.{ts,tsx}', '{proof,scripts}/**/*.ts'], {
  exclude: ['**/node_modules/**'],
}).map(file => file.replaceAll(sep, '/'))

/** For each folder, what its parts import from each other. */
const folders = new Map<string, Parts>()
for (const file of files) {
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'([.][^']+)'/g)) {
    addImport(file, join(dirname(file), path).replaceAll(sep, '/'))
  }
}

/** An import concerns the folder in which the paths of the two files diverge. */
function addImport(from: string, to: string): void {
  const [a, b] = [from.split('/'), to.split('/')]
  const common = a.findIndex((name, i) => name !== b[i])
  if (common < 1) return
  const folder = a.slice(0, common).join('/')
  const parts = folders.get(folder) ?? new Map()
  folders.set(folder, parts)
  const imported = parts.get(a[common]) ?? new Map()
  parts.set(a[common], imported.set(b[common], `${from} → ${to}`))
}

/** The parts of a cycle in their order, if there is one. Removes what is in no cycle until only cycles are left. */
function findCycle(parts: Parts): string[] | undefined {
  const left = new Map([...parts].map(([name, imported]) => [name, new Set(imported.keys())]))
  for (let before = -1; before !== left.size; ) {
    before = left.size
    for (const [name, imported] of left) {
      for (const other of imported) if (!left.has(other)) imported.delete(other)
      if (imported.size === 0) left.delete(name)
    }
  }
  const way: string[] = []
  for (let name = [...left.keys()][0]; name !== undefined; [name] = left.get(name)!) {
    if (way.includes(name)) return way.slice(way.indexOf(name))
    way.push(name)
  }
  return undefined
}

const issues = [...folders].sort().flatMap(([folder, parts]) => {
  const cycle = findCycle(parts)
  if (cycle === undefined) return []
  const examples = cycle.map((name, i) => parts.get(name)!.get(cycle[(i + 1) % cycle.length]!))
  return [`In ${folder}: ${[...cycle, cycle[0]].join(' → ')}`, ...examples.map(example => `  ${example}`)]
})
if (issues.length > 0) {
  console.error(`Parts of a folder import each other. Move the file that is in the wrong place:\n${issues.join('\n')}`)
  process.exitCode = 1
}
