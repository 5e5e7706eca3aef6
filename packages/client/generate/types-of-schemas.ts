/** As much of JSON Schema as the contract uses. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly title?: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly readOnly?: boolean
}

/** The name of a schema that has its own declaration. */
export type NameOf = (schema: Schema) => string | undefined

/** A schema as a TypeScript declaration, with its descriptions as comments. It extends what `bases` names. */
export function declare(name: string, schema: Schema, nameOf: NameOf, bases: readonly Base[] = []): string {
  const inner = (part: Schema) => typeOf(part, nameOf)
  const comment = commentOf(schema)
  if (!isRecord(schema)) return `${comment}export type ${name} = ${structureOf(schema, inner)}`
  const inherited = new Set(bases.flatMap(({ members }) => members))
  const own = membersOf(schema, inner).filter(member => !inherited.has(member))
  const names = bases.map(base => base.name).join(', ')
  if (own.length === 0) return `${comment}export type ${name} = ${names.replaceAll(', ', ' & ')}`
  return `${comment}export interface ${name} ${names && `extends ${names} `}{\n${own.join('\n')}\n}`
}

export const isRecord = ({ type, properties }: Schema): boolean => type === 'object' && properties !== undefined

/** A declaration with all of its members. */
export interface Base {
  readonly name: string
  readonly members: readonly string[]
}

/** A schema as a TypeScript type. */
export const typeOf = (schema: Schema, nameOf: NameOf): string =>
  nameOf(schema) ?? structureOf(schema, part => typeOf(part, nameOf))

function structureOf(schema: Schema, inner: (part: Schema) => string): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum?.includes(null)) return `${inner({ enum: schema.enum.filter(value => value !== null) })} | null`
  if (schema.enum) return schema.enum.map(value => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(inner).join(' | ')
  if (schema.type === undefined) return 'unknown'
  if (typeof schema.type === 'string') return plainType(schema.type, schema, inner)
  const { title: _, ...untitled } = schema
  return schema.type.map(type => inner({ ...untitled, type })).join(' | ')
}

function plainType(type: string, schema: Schema, inner: (part: Schema) => string): string {
  if (type === 'integer') return 'number'
  if (type === 'array') return `Array<${schema.items ? inner(schema.items) : 'unknown'}>`
  if (type !== 'object') return type
  const [entries] = Object.values(schema.patternProperties ?? {})
  return entries ? `Record<string, ${inner(entries)}>` : `{\n${membersOf(schema, inner).join('\n')}\n}`
}

/** Read-only members are left out: they only exist in request bodies, where the server accepts and ignores them. */
export function membersOf({ properties = {}, required = [] }: Schema, inner: (part: Schema) => string): string[] {
  return Object.entries(properties)
    .filter(([, schema]) => schema.readOnly !== true)
    .map(([name, schema]) => `${commentOf(schema)}${name}${required.includes(name) ? '' : '?'}: ${inner(schema)}`)
}

function commentOf({ description = '', deprecated = false }: Schema): string {
  const text = `${deprecated ? '@deprecated ' : ''}${description}`.trim()
  return text === '' ? '' : `/** ${text} */\n`
}
