import type { ChangePost } from '@galley/contract/schemas/posts'
import type { Selectable } from 'kysely'
import type { PostsTable } from '../db/schema.ts'

/** The fields that an author writes. Everything else of a post is made by the server. */
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
  'external_id',
] as const

export type WrittenField = (typeof WRITTEN_FIELDS)[number]
export type PostState = Pick<Selectable<PostsTable>, WrittenField>

/** What a client asks for; fields that are absent stay as they are. */
export type PostInput = Pick<ChangePost, WrittenField>

/** What every post is before its author has said anything. */
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
