import type { Endpoint } from '@galley/contract/endpoint'
import { endpoints } from '@galley/contract/endpoints'

/** The text of `src/generated/routes.ts`: what the client needs to know of the contract at run time. */
export function routesText(): string {
  const all = Object.entries<Endpoint>(endpoints)
  const lines = all.map(([name, { method, path }]) => `${name}: '${method} ${path}',`)
  const keyed = all.filter(([, { idempotent }]) => idempotent).map(([name]) => `'${name}'`)
  const files = all.filter(([, { file }]) => file !== undefined).map(([name]) => `'${name}'`)
  return `
import type { Api } from './models.ts'

export type OperationName = keyof Api

/** Method and path of each operation. */
export const ROUTES: Readonly<Record<OperationName, string>> = {
${lines.join('\n')}
}

/** The operations for which the server honours an \`Idempotency-Key\`. */
export const KEYED: ReadonlySet<OperationName> = new Set<OperationName>([${keyed.join(', ')}])

/** The operations that respond with a file. */
export const FILES: ReadonlySet<OperationName> = new Set<OperationName>([${files.join(', ')}])
`
}
