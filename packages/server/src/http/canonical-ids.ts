import type { Endpoint } from '@galley/contract/endpoint'
import { canonicalId } from '../core/ids.ts'

/** The names of the fields of a query or body that are ids. */
export function idFieldsOf(schema: Endpoint['query']): readonly string[] {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, { format?: string }> }
  return Object.keys(properties).filter(name => properties[name]?.format === 'uuid')
}

/** Gives the named ids their one form, in place, so that nothing behind it ever sees another. */
export function canonicaliseIds(values: unknown, names: readonly string[]): void {
  if (typeof values !== 'object' || values === null) return
  const fields = values as Record<string, unknown>
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string') fields[name] = canonicalId(value)
  }
}
