import type { CategoryValue } from '@galley/contract/writing/categories'
import type { GalleyFields, ImportedPost } from '../imported-post.ts'

/** The body of `POST /api/v1/import/posts`. */
export interface ImportBody {
  readonly external_id: string
  readonly title: string
  readonly content: string
  readonly status: ImportedPost['status']
  readonly visibility: ImportedPost['visibility']
  readonly tags: string[]
  readonly slug?: string
  readonly created_at?: string
  readonly published_at?: string
  readonly scheduled_for?: string
  readonly category?: CategoryValue
  readonly subtitle?: string
  readonly seo_title?: string
  readonly meta_description?: string
  readonly canonical_url?: string
  readonly cover_image_url?: string
  readonly thumbnail_url?: string
  readonly post_type?: GalleyFields['postType']
  readonly is_paid?: boolean
  readonly price_jpy?: number
  readonly series_id?: string
  readonly series_position?: number
}

export interface BodyOptions {
  readonly asDrafts: boolean
  /** Search engines are pointed to the old address. */
  readonly canonicalIsOld: boolean
}

/** What the destination has stored for a post. */
interface StoredParts {
  readonly content: string
  readonly coverUrl: string | undefined
  readonly thumbnailUrl: string | undefined
  readonly seriesId: string | undefined
}

export function importBody(
  post: ImportedPost,
  { content, coverUrl, thumbnailUrl, seriesId }: StoredParts,
  { asDrafts, canonicalIsOld }: BodyOptions,
): ImportBody {
  const canonical = post.canonicalUrl ?? (canonicalIsOld ? post.oldUrl : undefined)
  const isDraft = asDrafts || post.status === 'draft'
  return {
    external_id: post.externalId,
    title: post.title,
    content,
    status: isDraft ? 'draft' : post.status,
    visibility: post.visibility,
    tags: [...post.tags],
    ...given('slug', post.slug),
    ...given('created_at', post.createdAt?.toISOString()),
    ...given('published_at', isDraft ? undefined : post.publishedAt?.toISOString()),
    ...given('scheduled_for', isDraft ? undefined : post.scheduledFor?.toISOString()),
    ...given('category', post.category),
    ...given('subtitle', post.subtitle),
    ...given('seo_title', post.seoTitle),
    ...given('meta_description', post.metaDescription),
    ...given('canonical_url', canonical),
    ...given('cover_image_url', coverUrl),
    ...given('thumbnail_url', thumbnailUrl),
    ...given('post_type', post.galley?.postType),
    ...given('is_paid', post.galley?.isPaid),
    ...given('price_jpy', post.galley?.priceJpy),
    ...given('series_id', seriesId),
    ...given('series_position', seriesId === undefined ? undefined : post.galley?.seriesPosition),
  }
}

const given = <const Name extends string, Value>(name: Name, value: Value | undefined): { [N in Name]?: Value } =>
  (value === undefined ? {} : { [name]: value }) as { [N in Name]?: Value }
