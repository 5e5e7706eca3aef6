import type { CategoryValue } from '@galley/contract/writing/categories'
import type { POST_TYPES } from '@galley/contract/writing/posts'
import type { SERIES_STATUSES } from '@galley/contract/writing/series'
import type { Problem } from './problems/problem.ts'

/**
 * An image: `data:`, an http(s) address, or the path of a file in the archive, beginning with `archive:`. `original` is what
 * the text had, for an image that cannot be found.
 */
export interface ImageReference {
  readonly address: string
  readonly original: string
}

/** Markdown in pieces: an image reference stands for the destination of an image. */
export type ContentPart = string | ImageReference

/** A post of another service, in one shape for all of them. */
export interface ImportedPost {
  /** The same in each export of the same post. */
  readonly externalId: string
  /** Where it is in the archive, for the report. */
  readonly source: string
  readonly title: string
  readonly content: readonly ContentPart[]
  readonly status: 'draft' | 'published' | 'scheduled' | 'archived'
  readonly visibility: 'public' | 'unlisted'
  readonly slug: string | undefined
  readonly createdAt: Date | undefined
  readonly publishedAt: Date | undefined
  readonly scheduledFor: Date | undefined
  readonly tags: readonly string[]
  readonly category: CategoryValue | undefined
  /** The names of its categories at the old service, for the author's mapping. */
  readonly sourceCategories: readonly string[]
  readonly subtitle: string | undefined
  readonly seoTitle: string | undefined
  readonly metaDescription: string | undefined
  readonly canonicalUrl: string | undefined
  readonly coverImage: ImageReference | undefined
  /** The paths that it had at the old address, such as `/2015/rain`. */
  readonly oldPaths: readonly string[]
  /** The address that it had, for links and for `rel=canonical`. */
  readonly oldUrl: string | undefined
  readonly problems: readonly Problem[]
  readonly galley?: GalleyFields
}

/** What only posts of Galley have. */
export interface GalleyFields {
  readonly postType: (typeof POST_TYPES)[number]
  readonly isPaid: boolean
  readonly priceJpy: number | undefined
  /** The slug of a series of the same export. */
  readonly series: string | undefined
  readonly seriesPosition: number | undefined
  /** A text is an address that stays as it is. */
  readonly cover: ContentPart | undefined
  readonly thumbnail: ContentPart | undefined
}

export interface ImportedSeries {
  readonly slug: string
  readonly title: string
  readonly description: string | undefined
  readonly status: (typeof SERIES_STATUSES)[number]
  readonly coverImage: ContentPart | undefined
}

/** A post that could not be read, or that is left out on purpose. */
export interface SkippedPost {
  readonly source: string
  readonly title: string
  readonly reason: 'broken' | 'not_a_post'
  readonly problem: Problem
}

export type ReadResult = { readonly post: ImportedPost } | { readonly skipped: SkippedPost }
