import {
  INT32_MAX,
  META_DESCRIPTION_MAX_CHARACTERS,
  PRICE_MAX_JPY,
  SEO_TITLE_MAX_CHARACTERS,
  SUBTITLE_MAX_CHARACTERS,
  TITLE_MAX_CHARACTERS,
} from '../limits.ts'
import { CATEGORY_VALUES } from './categories.ts'
import { LIVE_POST_STATUSES, POST_TYPES, VISIBILITIES } from './posts.ts'

type Scalar = string | number | boolean | null
export type FieldValue = Scalar | readonly string[]

interface TextField {
  readonly kind: 'text'
  readonly maxCharacters: number
  readonly required?: true
}
interface ChoiceField {
  readonly kind: 'choice'
  readonly values: readonly string[]
}
interface IntegerField {
  readonly kind: 'integer'
  readonly min: number
  readonly max: number
}
interface PlainField {
  /** `image`: a path in the folder, or an http or https address. */
  readonly kind: 'boolean' | 'tags' | 'time' | 'id' | 'address' | 'image'
}
export type Field = (TextField | ChoiceField | IntegerField | PlainField) & {
  /** The value of a field that is not in the file. */
  readonly absent: FieldValue
}

/** The front matter of a post: the write fields of the API under their names, in the order in which they are written. */
export const FIELDS = {
  title: { kind: 'text', maxCharacters: TITLE_MAX_CHARACTERS, required: true, absent: '' },
  subtitle: { kind: 'text', maxCharacters: SUBTITLE_MAX_CHARACTERS, absent: null },
  status: { kind: 'choice', values: LIVE_POST_STATUSES, absent: 'draft' },
  scheduled_for: { kind: 'time', absent: null },
  post_type: { kind: 'choice', values: POST_TYPES, absent: 'article' },
  visibility: { kind: 'choice', values: VISIBILITIES, absent: 'public' },
  category: { kind: 'choice', values: CATEGORY_VALUES, absent: null },
  tags: { kind: 'tags', absent: [] },
  thumbnail_url: { kind: 'image', absent: null },
  cover_image_url: { kind: 'image', absent: null },
  is_paid: { kind: 'boolean', absent: false },
  price_jpy: { kind: 'integer', min: 0, max: PRICE_MAX_JPY, absent: null },
  series_id: { kind: 'id', absent: null },
  series_position: { kind: 'integer', min: 0, max: INT32_MAX, absent: null },
  salon_id: { kind: 'id', absent: null },
  salon_only: { kind: 'boolean', absent: false },
  seo_title: { kind: 'text', maxCharacters: SEO_TITLE_MAX_CHARACTERS, absent: null },
  meta_description: { kind: 'text', maxCharacters: META_DESCRIPTION_MAX_CHARACTERS, absent: null },
  canonical_url: { kind: 'address', absent: null },
} as const satisfies Record<string, Field>

export type FieldName = keyof typeof FIELDS
export const FIELD_NAMES = Object.keys(FIELDS) as readonly FieldName[]
export type FieldValues = { readonly [Name in FieldName]: FieldValue }

export const ABSENT = Object.fromEntries(FIELD_NAMES.map(name => [name, FIELDS[name].absent])) as FieldValues

/** The key that replaces the path as the name of the post. */
export const ID_KEY = 'id'

/** The key that names a series by its slug or title, instead of by `series_id`. */
export const SERIES_KEY = 'series'

/** Fields of the API that a file cannot set, and why. */
export const READ_ONLY: Readonly<Record<string, string>> = {
  external_id: 'Write "id" instead, or leave it out: then the path of the file is used.',
  content: 'Write the text below the front matter.',
  free_preview_length: 'Remove it, and write <!-- paywall --> where the free part ends.',
  slug: 'Remove it: the server makes it from the title.',
  excerpt: 'Remove it: the server makes it from the text.',
  published_at: 'Remove it: the server sets it.',
  created_at: 'Remove it: the server sets it.',
  updated_at: 'Remove it: the server sets it.',
  url: 'Remove it: the server sets it.',
  etag: 'Remove it: the server sets it.',
  content_sha256: 'Remove it: the server sets it.',
}
