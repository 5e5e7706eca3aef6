/**
 * Writes `src/generated` and the table of methods in README.md from the contract: `npm run generate -w @galley/client`. With `--check` nothing is written, and
 * the exit code is 1 if a file is not up to date; `npm run check` runs that.
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

/** The README, with the table of all methods that a client made of the generated files has. */
async function readmeText(): Promise<string> {
  const { createClient } = await import('../src/client.ts')
  const rows = Object.entries(createClient({ baseUrl: '' })).map(
    ([group, methods]) =>
      `| \`${group}\` | ${Object.keys(methods)
        .map(name => `\`${name}\``)
        .join(' ')} |\n`,
  )
  const table = `| group | methods |\n| --- | --- |\n${rows.sort().join('')}`
  return readFileSync(join(folder, 'README.md'), 'utf8').replace(/(?<=^## Methods\n\n)(?:\|.*\n)+/m, table)
}
