/**
 * Writes `src/generated`, and the table of methods in README.md, from the contract: `npm run generate -w @galley/client`.
 * It does not remove a method unless it is given `-- --accept-breaking`. With `--check` nothing is written, and the exit
 * code is 1 if a file is not up to date; `npm run check` runs that.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contractSchemas } from './contract-schemas.ts'
import { modelsText } from './models.ts'
import { operationsText } from './operations.ts'
import { valuesText } from './values.ts'

const folder = join(import.meta.dirname, '..')
const HEAD = '// Generated from packages/contract by `npm run generate -w @galley/client`. Do not edit.\n'

const isCheck = process.argv.includes('--check')
const stale: string[] = []
update('src/generated/models.ts', format(modelsText(await contractSchemas())))
update('src/generated/operations.ts', format(operationsText()))
update('src/generated/values.ts', format(valuesText(version())))
update('README.md', await readmeText())
if (isCheck && stale.length > 0) {
  const names = stale.map(name => `packages/client/${name}`).join(', ')
  process.stderr.write(`Not up to date with the contract: ${names}. Run: npm run generate -w @galley/client\n`)
  process.exitCode = 1
}

function update(name: string, text: string): void {
  const file = join(folder, name)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  stale.push(name)
  if (isCheck) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function format(text: string): string {
  const biome = join(folder, '../../node_modules/.bin/biome')
  const args = ['format', '--stdin-file-path=packages/client/src/generated/models.ts']
  return execFileSync(biome, args, { cwd: join(folder, '../..'), input: `${HEAD}\n${text}\n`, encoding: 'utf8' })
}

function version(): string {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
}

/** The README, with the table of all methods of a client that is made of the generated files. */
async function readmeText(): Promise<string> {
  const { createClient } = await import('../src/client.ts')
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  const rows = Object.entries(createClient({ baseUrl: '' })).map(
    ([group, methods]) =>
      `| \`${group}\` | ${Object.keys(methods)
        .map(name => `\`${name}\``)
        .join(' ')} |\n`,
  )
  const table = `| group | methods |\n| --- | --- |\n${rows.sort().join('')}`
  return readme.replace(/(?<=^## Methods\n\n)(?:\|.*\n)+/m, before => {
    const [old, now] = [before, table].map(methodsIn)
    const gone = old!.filter(method => !now!.includes(method))
    if (gone.length > 0 && !process.argv.includes('--accept-breaking')) {
      throw new Error(`Programs may call ${gone.join(', ')}. To remove a method anyway, add: -- --accept-breaking`)
    }
    return table
  })
}

/** `group.method` of each method in the table. */
function methodsIn(table: string): string[] {
  return table.split('\n').flatMap(row => {
    const [group, ...methods] = Array.from(row.matchAll(/`(\w+)`/g), ([, name]) => name)
    return methods.map(method => `${group}.${method}`)
  })
}
