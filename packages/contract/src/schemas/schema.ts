import { type Static, type TObject, type TOptional, type TProperties, type TSchema, type TUnknown, Type } from 'typebox'
import {
  PAGE_LIMIT_DEFAULT,
  PAGE_LIMIT_MAX,
  PAGE_LIMIT_MIN,
  PAGE_OFFSET_DEFAULT,
  PAGE_OFFSET_MAX,
  URL_MAX_CHARACTERS,
} from '../values/limits.ts'

interface Annotations {
  title?: string
  description?: string
  default?: string
  deprecated?: true
}

/** One of some strings as `enum`, not `anyOf`: one clear fault instead of one for each value. */
export const oneOf = <const V extends readonly string[]>(values: V, annotations: Annotations = {}) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...annotations })

/** `type: [T, 'null']`, not `anyOf`: validators name the real fault, serialisers stay fast, OpenAPI 3.1 reads it. */
export const nullable = <S extends TSchema>(schema: S, annotations: Annotations = {}) => {
  const { title: _, ...rest } = schema as { type?: unknown; enum?: readonly unknown[]; title?: string }
  const values = rest.enum ? { enum: [...rest.enum, null] } : {}
  return Type.Unsafe<Static<S> | null>({ ...rest, type: [rest.type, 'null'], ...values, ...annotations })
}

/** A request body refuses names it does not know: a misspelt field must not pass for a changed one. */
export const closed = <P extends TProperties>(title: string, properties: P) =>
  Type.Object(properties, { title, additionalProperties: false })

/** What a record adds to a body: the record's other fields, which may be sent back but mean nothing. */
export type Ignored<Body extends TProperties, Record extends TProperties> = {
  [Name in Exclude<keyof Record, keyof Body>]: TOptional<TUnknown>
}

/** A body that also takes the record's own fields and ignores them, so that GET → change → PATCH round-trips. */
export const acceptingAndIgnoring = <B extends TProperties, R extends TProperties>(
  body: TObject<B>,
  record: TObject<R>,
) => {
  const { title, properties } = body as { title?: string; properties: B }
  const others = Object.keys(record.properties).filter(name => !(name in properties))
  const ignored = Object.fromEntries(
    others.map(name => [name, Type.Optional(Type.Unknown({ readOnly: true, description: 'Accepted and ignored.' }))]),
  ) as Ignored<B, R>
  return Type.Object({ ...properties, ...ignored }, { ...(title ? { title } : {}), additionalProperties: false })
}

/** A body that may be left out: a missing one reaches the validator as null. */
export const optionalBody = <S extends TObject>(body: S) =>
  Type.Unsafe<Static<S> | null>({ ...body, type: ['object', 'null'] })

export const Timestamp = Type.String({ format: 'date-time' })
/** In a request, capitals make no difference, and a malformed id is not found rather than invalid. */
export const Uuid = Type.String({ format: 'uuid' })
export const Count = Type.Integer({ minimum: 0 })

/** A URL in a request: no `format`, which knows ASCII only; the server parses it and says what is wrong with it. */
export const UrlInput = Type.String({ maxLength: URL_MAX_CHARACTERS })

/** `true` or `false` in a query string, where there are no booleans. */
export const Flag = oneOf(['true', 'false'])

export const pageLimit = Type.Optional(
  Type.Integer({ minimum: PAGE_LIMIT_MIN, maximum: PAGE_LIMIT_MAX, default: PAGE_LIMIT_DEFAULT }),
)
/** The two query parameters of every paged list. */
export const page = {
  limit: pageLimit,
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: PAGE_OFFSET_MAX, default: PAGE_OFFSET_DEFAULT })),
}

/** The answer of a call that has nothing more to say. */
export const Done = Type.Object({ ok: Type.Literal(true) }, { title: 'Done' })
export type Done = Static<typeof Done>

export const Deleted = Type.Object({ deleted: Type.Literal(true) }, { title: 'Deleted' })
export type Deleted = Static<typeof Deleted>
