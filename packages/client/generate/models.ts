import type { Endpoint } from '@galley/contract/endpoint'
import { endpoints } from '@galley/contract/endpoints'
import { declare, type NameOf, type Schema, typeOf } from './types-of-schemas.ts'

/** The text of `src/generated/models.ts`: every schema with a name, and every operation. */
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
  return [...declarations, declareApi(nameOf)].join('\n\n')
}

const isNotNullable = ({ type }: Schema): boolean => typeof type === 'string'

function declareApi(nameOf: NameOf): string {
  const lines = Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => `${name}: ${operation(endpoint, nameOf)}`)
  return `/** Every operation of the API, by its name in the contract. */\nexport interface Api {\n${lines.join('\n')}\n}`
}

function operation({ path, query, body, response, upload }: Endpoint, nameOf: NameOf): string {
  const type = (schema: Schema | undefined) => (schema ? typeOf(schema, nameOf) : 'undefined')
  const params = Array.from(path.matchAll(/:(\w+)/g), ([, name]) => `${name}: string`)
  return `{
    params: ${params.length > 0 ? `{ ${params.join('; ')} }` : 'undefined'}
    query: ${type(query)}
    body: ${type(body)}
    response: ${type(response)}
    upload: ${upload === true}
  }`
}
