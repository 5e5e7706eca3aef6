import type { Endpoint } from '@galley/contract/endpoint'
import { endpoints } from '@galley/contract/endpoints'
import { declare, type NameOf, type Schema, typeOf } from './types-of-schemas.ts'

/** `src/models.ts` again, without the contract: the same names, each declared in full. */
export async function modelsFromContract(source: string): Promise<string> {
  const schemas = await exportedSchemas(source)
  const names = new Map(schemas.map(([name, schema]) => [schema, name]))
  // A schema that another one holds may be a copy, with a description of its own; its title is what both share.
  const titles = new Set(names.values())
  const nameOf: NameOf = schema =>
    names.get(schema) ?? (titles.has(schema.title ?? '') && isWhole(schema) ? schema.title : undefined)
  const declarations = schemas.map(([name, schema]) => declare(name, schema, nameOf))
  return [...declarations, declareApi(nameOf)].join('\n\n')
}

const isWhole = ({ type }: Schema): boolean => typeof type === 'string'

/** What the source's `export type { … } from '@galley/contract/…'` lines name, as the contract's schemas. */
async function exportedSchemas(source: string): Promise<[name: string, schema: Schema][]> {
  const lines = source.matchAll(/export type \{([^}]+)\} from '(@galley\/contract\/[\w-]+)'/g)
  const found: [string, Schema][] = []
  for (const [, names = '', file = ''] of lines) {
    const module: Record<string, Schema> = await import(file)
    for (const name of names
      .split(',')
      .map(part => part.trim())
      .filter(Boolean)) {
      const schema = module[name]
      if (schema === undefined) throw new Error(`${file} has no schema named ${name}: only schemas can be published`)
      found.push([name, schema])
    }
  }
  return found
}

function declareApi(nameOf: NameOf): string {
  const lines = Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => `${name}: ${operation(endpoint, nameOf)}`)
  return `/** Every operation of the API, by its name in the contract. */\nexport interface Api {\n${lines.join('\n')}\n}`
}

function operation({ method, path, query, body, response, upload, idempotent }: Endpoint, nameOf: NameOf): string {
  const type = (schema: Schema | undefined) => (schema ? typeOf(schema, nameOf) : 'undefined')
  const params = Array.from(path.matchAll(/:(\w+)/g), ([, name]) => `${name}: string`)
  return `{
    route: '${method} ${path}'
    params: { ${params.join('; ')} }
    query: ${type(query)}
    body: ${type(body)}
    response: ${type(response)}
    upload: ${upload === true}
    idempotent: ${idempotent === true}
  }`
}
