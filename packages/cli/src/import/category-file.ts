import { readFile, writeFile } from 'node:fs/promises'
import { CATEGORY_VALUES } from '@galley/contract/writing/categories'
import {
  type CategoryMap,
  type CategoryTarget,
  categoryTarget,
  isCategoryTarget,
} from '@galley/importers/fields/categories'
import { parse, stringify } from 'yaml'
import { CliError, usageError } from '../cli-error.ts'

/** Reads the author's choices: `name of the old category: technology`. */
export async function readCategoryMap(file: string | undefined): Promise<CategoryMap> {
  if (file === undefined) return new Map()
  const text = await readFile(file, 'utf8').catch(() => {
    throw usageError(`${file} cannot be read.`)
  })
  const entries = Object.entries(parsed(text, file))
  const wrong = entries.find(([, target]) => !isCategoryTarget(target))
  if (wrong !== undefined) {
    throw new CliError(`${file}: "${wrong[0]}" cannot become "${String(wrong[1])}".`, {
      fix: `Use tag, none or one of: ${CATEGORY_VALUES.join(', ')}.`,
    })
  }
  return new Map(entries as [string, CategoryTarget][])
}

function parsed(text: string, file: string): object {
  try {
    const value: unknown = parse(text) ?? {}
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {}
  throw new CliError(`${file} is not a list of categories.`, { fix: 'Write lines like "Old name: technology".' })
}

/** Writes all categories of an export with what they become, to be edited. */
export async function writeCategoryMap(file: string, names: Iterable<string>, map: CategoryMap): Promise<void> {
  const sorted = [...new Set(names)].sort()
  const targets = Object.fromEntries(sorted.map(name => [name, categoryTarget(name, map)]))
  const head = `# What becomes of each category: tag, none, or one of\n# ${CATEGORY_VALUES.join(', ')}\n`
  await writeFile(file, head + (sorted.length === 0 ? '' : stringify(targets)))
}
