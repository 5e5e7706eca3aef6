import type { ApiEndpoint, Endpoint } from '@galley/contract/endpoint'
import { endpoints } from '@galley/contract/endpoints'
import { type NameOf, type Schema, typeOf } from './types-of-schemas.ts'

/** What a method takes after the parameters of the path. */
export function argumentOf({ method, upload, body, query }: Endpoint): 'file' | 'body' | 'query' | undefined {
  if (upload) return 'file'
  if (body) return 'body'
  return query && method === 'GET' ? 'query' : undefined
}

/** The query of a change says how it is made: its parameters are options of the method, by their names there. */
export function optionsOf({ method, query }: Endpoint): ReadonlyMap<string, string> {
  const { properties = {} } = method === 'GET' ? {} : ((query ?? {}) as Schema)
  return new Map(Object.keys(properties).map(name => [camelCase(name), name]))
}

/** The interface of the methods that are named in the contract. */
export function methodsText(nameOf: NameOf): string {
  const groups = Map.groupBy(Object.values<ApiEndpoint>(endpoints), ({ sdk }) => sdk.split('.')[0]!)
  const texts = Array.from(groups, ([group, all]) => {
    const methods = all.map(endpoint => `${commentOf(endpoint)}\n${signatureOf(endpoint, nameOf)}`)
    return `readonly ${group}: {\n${methods.join('\n')}\n}`
  })
  return `/** A method for each operation of the API. */\nexport interface Methods {\n${texts.sort().join('\n')}\n}`
}

const commentOf = ({ summary, description = '', deprecated }: Endpoint): string =>
  `/** ${`${deprecated ? '@deprecated ' : ''}${summary}. ${description}`.trim()} */`

function signatureOf(endpoint: ApiEndpoint, nameOf: NameOf): string {
  const { sdk, path, method, query, body, response, file } = endpoint
  const type = (schema: Schema | undefined) => (schema ? typeOf(schema, nameOf) : 'never')
  const params = Array.from(path.matchAll(/:(\w+)/g), ([, name]) => `${camelCase(name!)}: string`)
  const argument = {
    file: 'file: Blob',
    body: `body${method === 'POST' ? optionalMark(body) : ''}: ${type(body)}`,
    query: `query${optionalMark(query)}: QueryOf<${type(query)}>`,
  }
  const takes = argumentOf(endpoint)
  const args = [...params, ...(takes ? [argument[takes]] : []), `options?: ${optionTypes(endpoint, type(query))}`]
  return `${sdk.split('.')[1]}(${args.join(', ')}): ApiPromise<${file ? 'Blob' : type(response)}>`
}

const optionalMark = (schema: Schema | undefined): string => (schema?.required?.length ? '' : '?')

function optionTypes(endpoint: Endpoint, query: string): string {
  const { method, idempotent, upload, versioned, createsOrUpdates } = endpoint
  const conditions = createsOrUpdates ? 'ConditionOptions' : 'MatchOptions'
  const others = versioned && method !== 'GET' ? conditions : 'CallOptions'
  return [
    idempotent ? 'KeyedOptions' : others,
    ...(upload ? ['UploadOptions'] : []),
    ...(optionsOf(endpoint).size > 0 ? [`OptionsOf<${query}>`] : []),
  ].join(' & ')
}

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
