import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Endpoint } from '@galley/contract/endpoint'
import { endpoints } from '@galley/contract/endpoints'
import type { Schema } from './types-of-schemas.ts'

/**
 * The contract's schemas that have a type in the SDK, by the names under which the contract exports them: those with a
 * title, lists of values, and the queries of endpoints.
 */
export async function contractSchemas(): Promise<Map<string, Schema>> {
  const queries = new Set<unknown>(Object.values<Endpoint>(endpoints).map(({ query }) => query))
  const isModel = (value: unknown): value is Schema =>
    typeof value === 'object' && value !== null && (hasTitle(value) || queries.has(value) || isListOfValues(value))
  const found = new Map<string, Schema>()
  for (const [name, value] of await contractExports()) {
    if (!isModel(value)) continue
    if (found.has(name)) throw new Error(`The contract exports two schemas named ${name}`)
    found.set(name, value)
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Not a list of fields, of which one is `title`. */
const hasTitle = (value: object): boolean => 'title' in value && typeof value.title === 'string' && value.title !== ''

const isListOfValues = (value: object): boolean => 'enum' in value && 'type' in value && value.type === 'string'

async function contractExports(): Promise<[name: string, value: unknown][]> {
  const folder = dirname(fileURLToPath(import.meta.resolve('@galley/contract/endpoints')))
  const files = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] }).sort()
  const modules = await Promise.all(
    files.map(file => import(pathToFileURL(join(folder, file)).href) as Promise<Record<string, unknown>>),
  )
  return modules.flatMap(module => Object.entries(module))
}
