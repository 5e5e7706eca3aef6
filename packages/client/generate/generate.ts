/**
 * Writes `src/generated` from the contract: `npm run generate -w @galley/client`. With `--check` nothing is written, and
 * the exit code is 1 if a file is not up to date; `npm run check` runs that.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { contractSchemas } from './contract-schemas.ts'
import { modelsText } from './models.ts'
import { routesText } from './routes.ts'
import { valuesText } from './values.ts'

const root = join(import.meta.dirname, '../../..')
const folder = join(import.meta.dirname, '../src/generated')
const HEAD = '// Generated from packages/contract by `npm run generate -w @galley/client`. Do not edit.\n'

const texts: Record<string, string> = {
  'models.ts': modelsText(await contractSchemas()),
  'routes.ts': routesText(),
  'values.ts': valuesText(version()),
}

const stale: string[] = []
for (const [name, text] of Object.entries(texts)) {
  const file = join(folder, name)
  const formatted = format(relative(root, file), `${HEAD}\n${text}\n`)
  if (formatted !== read(file)) stale.push(file)
  if (process.argv.includes('--check')) continue
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, formatted)
}
if (process.argv.includes('--check') && stale.length > 0) {
  const names = stale.map(file => relative(root, file)).join(', ')
  process.stderr.write(`Not up to date with the contract: ${names}. Run: npm run generate -w @galley/client\n`)
  process.exitCode = 1
}

function version(): string {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')).version
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function format(path: string, text: string): string {
  const biome = join(root, 'node_modules/.bin/biome')
  return execFileSync(biome, ['format', `--stdin-file-path=${path}`], { cwd: root, input: text, encoding: 'utf8' })
}
