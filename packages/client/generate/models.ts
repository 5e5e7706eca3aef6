import { methodsText } from './methods.ts'
import { declare, type NameOf, type Schema } from './types-of-schemas.ts'

const IMPORTS = `
import type { ApiPromise } from '../api-promise.ts'
import type { CallOptions, ConditionOptions, KeyedOptions, MatchOptions, OptionsOf, QueryOf, UploadOptions } from '../call-options.ts'
`

/** The text of `src/generated/models.ts`: every schema with a name, and the method of every operation. */
export function modelsText(schemas: ReadonlyMap<string, Schema>): string {
  const names = new Map(Array.from(schemas, ([name, schema]) => [schema, name]))
  // A schema inside another one can be a copy with its own description. Both have the same title.
  const byTitle = new Map(Array.from(schemas, ([name, { title }]) => [title, name]))
  // A nullable list of values has no title, but the same values.
  const byValues = new Map(Array.from(schemas, ([name, schema]) => [schema.enum && JSON.stringify(schema.enum), name]))
  const nameOf: NameOf = schema =>
    names.get(schema) ??
    (schema.title !== undefined && isNotNullable(schema) ? byTitle.get(schema.title) : undefined) ??
    (schema.enum && byValues.get(JSON.stringify(schema.enum)))
  const declarations = Array.from(schemas, ([name, schema]) => declare(name, schema, nameOf))
  return [IMPORTS, ...declarations, methodsText(nameOf)].join('\n\n')
}

const isNotNullable = ({ type }: Schema): boolean => typeof type === 'string'
