import { methodsText } from './methods.ts'
import { type Base, declare, isRecord, membersOf, type NameOf, type Schema, typeOf } from './types-of-schemas.ts'

const IMPORTS = `
import type { ApiPromise } from '../api-promise.ts'
import type { CallOptions, ConditionOptions, KeyedOptions, MatchOptions, OptionsOf, QueryOf, UploadOptions } from '../call-options.ts'
`

/** The text of `src/generated/models.ts`: every schema with a name, and the method of every operation. */
export function modelsText(schemas: ReadonlyMap<string, Schema>): string {
  const names = new Map(Array.from(schemas, ([name, schema]) => [schema, name]))
  // A copy with another description has the same properties, values or title.
  const ofRecords = new Map(
    Array.from(schemas).flatMap(([name, schema]) => (isRecord(schema) ? [[schema.properties, name]] : [])),
  )
  const byTitle = new Map(Array.from(schemas, ([name, { title }]) => [title, name]))
  const byValues = new Map(Array.from(schemas, ([name, schema]) => [schema.enum && JSON.stringify(schema.enum), name]))
  const nameOf: NameOf = schema =>
    names.get(schema) ??
    (isRecord(schema) ? ofRecords.get(schema.properties) : undefined) ??
    (schema.title !== undefined && isNotNullable(schema) ? byTitle.get(schema.title) : undefined) ??
    (schema.enum && byValues.get(JSON.stringify(schema.enum)))
  const records: Base[] = Array.from(schemas).flatMap(([name, schema]) =>
    isRecord(schema) ? [{ name, members: membersOf(schema, part => typeOf(part, nameOf)) }] : [],
  )
  const declarations = Array.from(schemas, ([name, schema]) => {
    const record = records.find(record => record.name === name)
    return declare(name, schema, nameOf, record && basesOf(record, records))
  })
  return [IMPORTS, ...declarations, methodsText(nameOf)].join('\n\n')
}

/** Records with fewer common members only look alike. A page of a list has two. */
const minimumOf = ({ name }: Base): number => (name === 'PageQuery' ? 2 : isPart(name) ? 10 : 3)
const isPart = (name: string): boolean => name.startsWith('Omit<')

/** What a record extends: other records that have the same members, as far as each of them adds some. */
function basesOf(record: Base, records: readonly Base[]): Base[] {
  const others = records.filter(other => isBefore(other, record)).flatMap(other => commonPart(other, record))
  const bases: Base[] = []
  for (;;) {
    const missing = record.members.filter(member => !bases.some(({ members }) => members.includes(member)))
    const countOf = ({ members }: Base) => members.filter(member => missing.includes(member)).length
    const [best] = others
      .filter(base => countOf(base) >= minimumOf(base))
      .sort((a, b) => countOf(b) - countOf(a) || Number(isPart(a.name)) - Number(isPart(b.name)))
    if (best === undefined) return bases
    bases.push(best)
  }
}

/** A record as a base of another one: as it is, or without one or two members that the other one has not. */
function commonPart({ name, members }: Base, record: Base): Base[] {
  const omitted = members.filter(member => !record.members.includes(member))
  if (omitted.length === 0) return [{ name, members }]
  if (omitted.length > 2) return []
  const names = omitted.map(member => `'${/^(?:\/\*\*.*\*\/\n)?(\w+)/.exec(member)?.[1]}'`)
  const kept = members.filter(member => !omitted.includes(member))
  return [{ name: `Omit<${name}, ${names.join(' | ')}>`, members: kept }]
}

/** Orders records, so that none extends itself. Of equal ones, the others extend the one with the shortest name. */
const isBefore = (a: Base, b: Base): boolean =>
  [a.members.length - b.members.length, a.name.length - b.name.length, a.name < b.name ? -1 : 1].find(n => n !== 0)! < 0

const isNotNullable = ({ type }: Schema): boolean => typeof type === 'string'
