import type { OpenApiDocument, Schema } from './document.ts'

/** `request`: the server must accept everything that it accepted before. `answer`: it must return only what it returned before. */
export type Direction = 'request' | 'answer'

export interface Side {
  readonly document: OpenApiDocument
  readonly schema: Schema
}

/** The changes between two schemas that break a client, each with its location. */
export function breakingSchemaChanges(before: Side, after: Side, direction: Direction, place: string): string[] {
  return compare(before, after, { direction, place, compared: new Set() })
}

interface Walk {
  readonly direction: Direction
  readonly place: string
  /** Pairs of references that are being compared, because a schema can contain itself. */
  readonly compared: ReadonlySet<string>
}

function compare(before: Side, after: Side, walk: Walk): string[] {
  const pair = `${before.schema.$ref} ${after.schema.$ref}`
  if (before.schema.$ref !== undefined && walk.compared.has(pair)) return []
  const inner = { ...walk, compared: new Set([...walk.compared, pair]) }
  const [was, is] = [resolve(before), resolve(after)]
  const at = (message: string) => `${walk.place}: ${message}`
  if (was.anyOf || is.anyOf) return compareAlternatives({ ...before, schema: was }, { ...after, schema: is }, inner)
  return [
    ...typeChanges(was, is, walk.direction).map(at),
    ...valueChanges(was, is, walk.direction).map(at),
    ...(walk.direction === 'request' ? limitChanges(was, is).map(at) : []),
    ...formatChanges(was, is, walk.direction).map(at),
    ...propertyChanges({ ...before, schema: was }, { ...after, schema: is }, inner),
    ...(was.items && is.items
      ? compare({ ...before, schema: was.items }, { ...after, schema: is.items }, within(inner, '[]'))
      : []),
  ]
}

const within = (walk: Walk, name: string): Walk => ({ ...walk, place: `${walk.place}.${name}`.replace('.[]', '[]') })

function resolve({ document, schema }: Side): Schema {
  if (schema.$ref === undefined) return schema
  const name = schema.$ref.replace('#/components/schemas/', '')
  const found = document.components?.schemas?.[name]
  if (found === undefined) throw new Error(`The document has no schema ${schema.$ref}`)
  return found
}

/** Each alternative of an old request must be accepted by a new one. Each alternative of a new response must match an old one. */
function compareAlternatives(before: Side, after: Side, walk: Walk): string[] {
  const sidesOf = (side: Side) => (side.schema.anyOf ?? [side.schema]).map(schema => ({ ...side, schema }))
  const fits = (was: Side, is: Side) => compare(was, is, walk).length === 0
  const [olds, news] = [sidesOf(before), sidesOf(after)]
  const unmatched =
    walk.direction === 'request'
      ? olds.filter(was => !news.some(is => fits(was, is)))
      : news.filter(is => !olds.some(was => fits(was, is)))
  const change = walk.direction === 'request' ? 'an alternative is no longer accepted' : 'there is a new alternative'
  return unmatched.length > 0 ? [`${walk.place}: ${change}`] : []
}

const typesOf = ({ type }: Schema): readonly string[] | undefined => (type === undefined ? undefined : [type].flat())
const covers = (types: readonly string[], type: string) =>
  types.includes(type) || (type === 'integer' && types.includes('number'))

function typeChanges(was: Schema, is: Schema, direction: Direction): string[] {
  const [old, now] = [typesOf(was), typesOf(is)]
  const [part, whole] = direction === 'request' ? [old, now] : [now, old]
  if (whole === undefined || part?.every(type => covers(whole, type))) return []
  return [`type ${old?.join('|') ?? 'any'} → ${now?.join('|') ?? 'any'}`]
}

const valuesOf = (schema: Schema): readonly unknown[] | undefined =>
  schema.const === undefined ? schema.enum : [schema.const]

/** New values in a response are compatible: clients must expect that values are added. */
function valueChanges(was: Schema, is: Schema, direction: Direction): string[] {
  const [old, now] = [valuesOf(was), valuesOf(is)]
  if (direction === 'answer') return old && !now ? ['any value instead of a list of values'] : []
  if (!now) return []
  if (!old) return ['a list of values instead of any value']
  const removed = old.filter(value => !now.includes(value))
  return removed.length > 0 ? [`no longer accepts ${removed.map(value => JSON.stringify(value)).join(', ')}`] : []
}

const LEAST = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties']
const MOST = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties']

function limitChanges(was: Schema, is: Schema): string[] {
  const limit = (schema: Schema, name: string, none: number) => Number(schema[name] ?? none)
  const isNarrower = (name: string) =>
    MOST.includes(name)
      ? limit(is, name, Number.POSITIVE_INFINITY) < limit(was, name, Number.POSITIVE_INFINITY)
      : limit(is, name, Number.NEGATIVE_INFINITY) > limit(was, name, Number.NEGATIVE_INFINITY)
  return [...LEAST, ...MOST].filter(isNarrower).map(name => `${name} ${was[name] ?? 'none'} → ${is[name]}`)
}

function formatChanges(was: Schema, is: Schema, direction: Direction): string[] {
  return (['format', 'pattern', 'uniqueItems'] as const).flatMap(name => {
    const isLoosened = direction === 'request' ? is[name] === undefined : was[name] === undefined
    return was[name] === is[name] || isLoosened ? [] : [`${name} ${was[name] ?? 'none'} → ${is[name] ?? 'none'}`]
  })
}

function propertyChanges(before: Side, after: Side, walk: Walk): string[] {
  const [was, is] = [before.schema, after.schema]
  const names = { ...was.properties, ...is.properties }
  const changes = Object.keys(names).flatMap(name => {
    const here = within(walk, name)
    const [old, now] = [was.properties?.[name], is.properties?.[name]]
    const needed = [was.required?.includes(name) === true, is.required?.includes(name) === true]
    if (!now) return [`${here.place}: removed`]
    if (walk.direction === 'request' && !needed[0] && needed[1]) return [`${here.place}: is now required`]
    if (!old) return []
    const inner = compare({ ...before, schema: old }, { ...after, schema: now }, here)
    return walk.direction === 'answer' && needed[0] && !needed[1] ? [`${here.place}: may be missing`, ...inner] : inner
  })
  const isClosed =
    walk.direction === 'request' && was.additionalProperties !== false && is.additionalProperties === false
  const patterns = Object.entries(was.patternProperties ?? {}).flatMap(([pattern, old]) => {
    const now = is.patternProperties?.[pattern]
    const here = within(walk, `/${pattern}/`)
    return now ? compare({ ...before, schema: old }, { ...after, schema: now }, here) : [`${here.place}: removed`]
  })
  return [...changes, ...(isClosed ? [`${walk.place}: no longer accepts unknown names`] : []), ...patterns]
}
