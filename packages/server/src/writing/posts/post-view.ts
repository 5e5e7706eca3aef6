import type { CreatedPost, Post, PostItem, TrashedPost } from '@galley/contract/schemas/writing/posts'
import type { ThumbnailPost } from '@galley/contract/schemas/writing/uploads'
import type { Settings } from '../../platform/config.ts'
import { postAddress } from '../../platform/core/addresses/site-addresses.ts'
import type { Principal } from '../../platform/core/principal.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { findExceededLimit } from '../../platform/rendering/stored-article-pages.ts'
import { contentDigest } from './content-digests.ts'
import type { ListedPost, PostRow } from './post-store.ts'
import { freePart } from './rules/post-state.ts'
import { etagOf } from './rules/version.ts'

/** Without its address, which must not be stored with the response for an idempotency key. */
export function createdView(post: PostRow): Omit<CreatedPost, 'url'> {
  return {
    id: post.id,
    slug: post.slug,
    title: post.title,
    status: live(post.status),
    visibility: post.visibility,
    post_type: post.post_type,
    is_paid: post.is_paid,
    published_at: time(post.published_at),
    created_at: post.created_at.toISOString(),
    scheduled_for: time(post.scheduled_for),
  }
}

/** The author of the shown posts, and where the site is. */
export interface Shown {
  readonly principal: Principal
  readonly settings: Settings
}

export function itemView(post: ListedPost, shown: Shown): PostItem {
  return { ...fieldsOf(post, shown), status: live(post.status) }
}

export function trashedView(post: ListedPost, shown: Shown): TrashedPost {
  if (post.deleted_at === null) throw new Error('a post in the trash must have a deletion time')
  return { ...fieldsOf(post, shown), status: 'deleted', deleted_at: post.deleted_at.toISOString() }
}

function fieldsOf(post: ListedPost, { principal, settings }: Shown): Omit<PostItem, 'status'> {
  return {
    id: post.id,
    slug: post.slug,
    title: post.title,
    visibility: post.visibility,
    post_type: post.post_type,
    is_paid: post.is_paid,
    category: post.category,
    tags: post.tags,
    subtitle: post.subtitle,
    salon_id: post.salon_id,
    salon_only: post.salon_only,
    excerpt: post.excerpt,
    published_at: time(post.published_at),
    scheduled_for: time(post.scheduled_for),
    created_at: post.created_at.toISOString(),
    updated_at: post.updated_at.toISOString(),
    view_count: post.view_count,
    like_count: post.like_count,
    comment_count: post.comment_count,
    price_jpy: post.price_jpy,
    thumbnail_url: post.thumbnail_url,
    cover_image_url: post.cover_image_url,
    seo_title: post.seo_title,
    meta_description: post.meta_description,
    canonical_url: post.canonical_url,
    series_id: post.series_id,
    series_position: post.series_position,
    url: postAddress(settings, principal.username, post.slug),
    external_id: post.external_id,
    ...(post.hidden_at !== null && {
      hidden_at: post.hidden_at.toISOString(),
      hidden_reason: post.hidden_reason ?? '',
    }),
    content_sha256: post.content_sha256,
    etag: etagOf(post),
  }
}

/** Shorter texts cannot exceed a limit of rendering. */
const LIMITED_MIN_CHARACTERS = 1000

/** A dry run has no ETag: its version does not exist, and another client's change may get the same one. */
export async function postView(db: Db, post: PostRow, shown: Shown, { isDry = false } = {}): Promise<Post> {
  const { username, displayName, avatarUrl } = shown.principal
  const { content } = post
  const isLimited = content.length >= LIMITED_MIN_CHARACTERS && !isDry
  const exceeded_limit = isLimited ? await findExceededLimit(db, post.id, [content, freePart(post) ?? '']) : null
  return {
    ...itemView({ ...post, content_sha256: contentDigest(post) }, shown),
    ...(isDry && { etag: null }),
    content,
    exceeded_limit,
    free_preview_length: post.free_preview_length,
    author: { username, display_name: displayName, avatar_url: avatarUrl },
  }
}

export function thumbnailView(post: PostRow): ThumbnailPost {
  const { id, slug, title, thumbnail_url } = post
  return { id, slug, title, thumbnail_url, updated_at: post.updated_at.toISOString() }
}

const time = (value: Date | null): string | null => value?.toISOString() ?? null

function live(status: PostRow['status']): PostItem['status'] {
  if (status === 'deleted') throw new Error('a deleted post must not be shown')
  return status
}
