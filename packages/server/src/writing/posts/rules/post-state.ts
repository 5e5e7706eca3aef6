import { setImmediate } from 'node:timers/promises'
import { EXCERPT_MAX_CHARACTERS, PAYWALL_MARKER } from '@galley/contract/limits'
import type { ChangePost } from '@galley/contract/schemas/writing/posts'
import { excerptOf } from '@galley/markdown/excerpt'
import { paywallSearch } from '@galley/markdown/paywall'
import type { Selectable } from 'kysely'
import type { Tables } from '../../../platform/db/schema.ts'

/** The fields that an author writes. The server sets all others. */
export const WRITTEN_FIELDS = [
  'title',
  'content',
  'status',
  'scheduled_for',
  'post_type',
  'visibility',
  'category',
  'tags',
  'subtitle',
  'is_paid',
  'price_jpy',
  'free_preview_length',
  'salon_id',
  'salon_only',
  'thumbnail_url',
  'cover_image_url',
  'seo_title',
  'meta_description',
  'canonical_url',
  'series_id',
  'series_position',
  'external_id',
] as const

export type WrittenField = (typeof WRITTEN_FIELDS)[number]
export type PostState = Pick<Selectable<Tables['posts']>, WrittenField>

/** A client's input; missing fields stay unchanged. */
export type PostInput = Pick<ChangePost, WrittenField>

/** The defaults of a new post. */
export const BLANK_POST: PostState = {
  title: '',
  content: '',
  status: 'draft',
  scheduled_for: null,
  post_type: 'article',
  visibility: 'public',
  category: null,
  tags: [],
  subtitle: null,
  is_paid: false,
  price_jpy: null,
  free_preview_length: null,
  salon_id: null,
  salon_only: false,
  thumbnail_url: null,
  cover_image_url: null,
  seo_title: null,
  meta_description: null,
  canonical_url: null,
  series_id: null,
  series_position: null,
  external_id: null,
}

/** The fields whose values differ, in the order of the table above. */
export function changedFields(before: PostState, after: PostState): WrittenField[] {
  return WRITTEN_FIELDS.filter(field => !isSame(before[field], after[field]))
}

function isSame(a: unknown, b: unknown): boolean {
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime()
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((entry, i) => entry === b[i])
  return a === b
}

/** Columns that are derived from the content, to be written whenever it or `is_paid` changes. */
export interface DerivedFields {
  readonly excerpt: string
  /** The length of the free part of a paid post in PostgreSQL characters; null if nothing is free. */
  readonly free_length: number | null
}

export async function derivedFields({
  content,
  is_paid,
}: Pick<PostState, 'content' | 'is_paid'>): Promise<DerivedFields> {
  const end = is_paid ? await findPaywall(content) : content.length
  const free = content.slice(0, Math.max(end, 0))
  const excerpt = excerptOf(free, EXCERPT_MAX_CHARACTERS)
  return { excerpt, free_length: is_paid && end !== -1 ? charactersIn(free) : null }
}

const STEP_MS = 5

/** Pauses for other requests: a text can be made so that its code takes long to find. */
async function findPaywall(content: string): Promise<number> {
  const search = paywallSearch(content, PAYWALL_MARKER)
  for (let pausedAt = performance.now(); ; ) {
    const { done, value } = search.next()
    if (done) return value
    if (performance.now() - pausedAt < STEP_MS) continue
    await setImmediate()
    pausedAt = performance.now()
  }
}

/** The public part of a post: for a paid one everything before the marker, and nothing without a marker. */
export function freePart({ content, is_paid, free_length }: StoredText): string | null {
  if (!is_paid) return content
  return free_length === null ? null : content.slice(0, unitsOf(content, free_length))
}

export type StoredText = Pick<Selectable<Tables['posts']>, 'content' | 'is_paid' | 'free_length'>

function charactersIn(text: string): number {
  let characters = 0
  for (const _ of text) characters++
  return characters
}

/** How many units of the string its first characters have. */
function unitsOf(text: string, characters: number): number {
  let units = 0
  for (let n = 0; n < characters; n++) units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1
  return units
}
