import type { CreatePost, Post } from '@galley/client'

/** The editable fields of a post, without status and publication time. */
export type Draft = Pick<
  Post,
  | 'title'
  | 'content'
  | 'subtitle'
  | 'post_type'
  | 'category'
  | 'tags'
  | 'visibility'
  | 'is_paid'
  | 'price_jpy'
  | 'series_id'
  | 'salon_id'
  | 'salon_only'
  | 'thumbnail_url'
  | 'cover_image_url'
  | 'seo_title'
  | 'meta_description'
>

export type DraftField = keyof Draft

export const EMPTY_DRAFT: Draft = {
  title: '',
  content: '',
  subtitle: null,
  post_type: 'article',
  category: null,
  tags: [],
  visibility: 'public',
  is_paid: false,
  price_jpy: null,
  series_id: null,
  salon_id: null,
  salon_only: false,
  thumbnail_url: null,
  cover_image_url: null,
  seo_title: null,
  meta_description: null,
}

export const DRAFT_FIELDS = Object.keys(EMPTY_DRAFT) as readonly DraftField[]

export const draftOf = (post: Post): Draft =>
  Object.fromEntries(DRAFT_FIELDS.map(field => [field, post[field]])) as Draft

/** A value that is missing, as in the response of an earlier server, is the same as null. */
export function sameValue(one: Draft[DraftField], other: Draft[DraftField]): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return (one ?? null) === (other ?? null)
  return one.length === other.length && one.every((value, index) => value === other[index])
}

/** The fields in which two drafts differ. */
export const changedFields = (one: Draft, other: Draft): DraftField[] =>
  DRAFT_FIELDS.filter(field => !sameValue(one[field], other[field]))

export const pickFields = (draft: Partial<Draft>, fields: readonly DraftField[]): Partial<Draft> =>
  Object.fromEntries(fields.map(field => [field, draft[field]]))

/** The request body that creates the post. Empty fields are left out, so that no paid feature is requested by accident. */
export function bodyOf(draft: Draft): CreatePost {
  const filled = DRAFT_FIELDS.filter(field => draft[field] !== null && draft[field] !== false)
  return { ...pickFields(draft, filled), title: draft.title, content: draft.content }
}
