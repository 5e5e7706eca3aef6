import { hash } from 'node:crypto'
import {
  ABSENT,
  FIELD_NAMES,
  FIELDS,
  type FieldName,
  type FieldValue,
  type FieldValues,
} from '@galley/contract/writing/front-matter'
import type { ServerPost } from '../server/own-posts.ts'

/** What is compared between a file and the server: every field, and the digest of the text. */
export interface PostRecord {
  readonly fields: FieldValues
  readonly contentSha256: string
}

export const sha256 = (content: string | Uint8Array): string => hash('sha256', content)

export const EMPTY_SHA256 = sha256('')

export const serverRecord = (post: ServerPost): PostRecord => ({
  fields: Object.fromEntries(
    FIELD_NAMES.map(name => [name, comparable(name, (post as Partial<Record<FieldName, FieldValue>>)[name])]),
  ) as FieldValues,
  contentSha256: post.content_sha256,
})

/** One spelling for values that mean the same. */
function comparable(name: FieldName, value: FieldValue | undefined): FieldValue {
  if (value === undefined || value === null || value === '') return FIELDS[name].absent
  // The server stores no price of 0.
  if (name === 'price_jpy' && value === 0) return null
  if (FIELDS[name].kind === 'time') return new Date(String(value)).toISOString()
  return value
}

export const localRecord = (fields: FieldValues, content: string): PostRecord => ({
  fields: Object.fromEntries(FIELD_NAMES.map(name => [name, comparable(name, fields[name])])) as FieldValues,
  contentSha256: sha256(content),
})

/** Never change this list: digests in the state files of all folders have the values of these fields in this order. */
const BY_PLACE = [
  'title',
  'subtitle',
  'status',
  'scheduled_for',
  'post_type',
  'visibility',
  'category',
  'tags',
  'thumbnail_url',
  'cover_image_url',
  'is_paid',
  'price_jpy',
  'series_id',
  'series_position',
  'salon_id',
  'salon_only',
  'seo_title',
  'meta_description',
  'canonical_url',
] as const satisfies FieldName[]

const byPlace = new Set<string>(BY_PLACE)
const hasValue = ([name, value]: [string, FieldValue]): boolean =>
  JSON.stringify(value) !== JSON.stringify(ABSENT[name as FieldName] ?? null)

/** Identifies a version of a post. Later fields count with their names, and only if they have a value. */
export function digestOf({ fields, contentSha256 }: PostRecord): string {
  const later = Object.entries(fields).filter(field => !byPlace.has(field[0]) && hasValue(field))
  return sha256(JSON.stringify([BY_PLACE.map(name => fields[name]), contentSha256, ...later.sort()]))
}

/** The names of the fields that differ, and `content`. */
export function differences(from: PostRecord, to: PostRecord): (FieldName | 'content')[] {
  const names: (FieldName | 'content')[] = FIELD_NAMES.filter(
    name => JSON.stringify(from.fields[name]) !== JSON.stringify(to.fields[name]),
  )
  return from.contentSha256 === to.contentSha256 ? names : [...names, 'content']
}
