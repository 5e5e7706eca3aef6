import type { ApiEndpoint, Endpoint } from '@galley/contract/endpoint'
import { endpoints } from '@galley/contract/endpoints'
import { argumentOf, optionsOf } from './methods.ts'

/** The text of `src/generated/operations.ts`: what the client needs to know of the contract at run time. */
export function operationsText(): string {
  const all = Object.entries<ApiEndpoint>(endpoints)
  const namesOf = (has: (endpoint: Endpoint) => boolean) =>
    all.flatMap(([name, endpoint]) => (has(endpoint) ? [`'${name}'`] : [])).join(', ')
  return `
export interface Operation {
  /** Its method of the client. */
  readonly sdk: string
  /** The HTTP method and the path. */
  readonly route: string
  /** What the method takes after the parameters of the path. */
  readonly takes?: 'file' | 'body' | 'query'
  /** Options of the method that are sent as parameters of the query. */
  readonly options?: Readonly<Record<string, string>>
}

export type OperationName = keyof typeof OPERATIONS

/** All operations, by their names in the API reference. */
export const OPERATIONS = {
${all.map(([name, endpoint]) => `${name}: ${operationText(endpoint)},`).join('\n')}
} as const satisfies Record<string, Operation>

/** The operations for which the server honours an \`Idempotency-Key\`. */
export const OPERATIONS_WITH_IDEMPOTENCY_KEY: ReadonlySet<OperationName> = new Set<OperationName>([${namesOf(({ idempotent }) => idempotent === true)}])

/** The operations that respond with a file. */
export const FILE_OPERATIONS: ReadonlySet<OperationName> = new Set<OperationName>([${namesOf(({ file }) => file !== undefined)}])
`
}

function operationText(endpoint: ApiEndpoint): string {
  const { sdk, method, path } = endpoint
  const takes = argumentOf(endpoint)
  const options = optionsOf(endpoint)
  const parts = [
    `sdk: '${sdk}'`,
    `route: '${method} ${path}'`,
    ...(takes ? [`takes: '${takes}'`] : []),
    ...(options.size > 0 ? [`options: ${JSON.stringify(Object.fromEntries(options))}`] : []),
  ]
  return `{ ${parts.join(', ')} }`
}
