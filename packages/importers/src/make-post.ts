import { isHttpAddress } from '@galley/contract/http-address'
import {
  CONTENT_MAX_CHARACTERS,
  META_DESCRIPTION_MAX_CHARACTERS,
  SEO_TITLE_MAX_CHARACTERS,
  SUBTITLE_MAX_CHARACTERS,
  TITLE_MAX_CHARACTERS,
  URL_MAX_CHARACTERS,
} from '@galley/contract/limits'
import { externalId } from './fields/external-id.ts'
import { cleanLine, cleanText, limitText } from './fields/limit-text.ts'
import { oldPaths, readSlug } from './fields/read-slug.ts'
import { readLabels } from './fields/read-tags.ts'
import type { ContentPart, ImageReference, ImportedPost } from './imported-post.ts'
import { FileError, type Report } from './problems/problem.ts'
import type { ReadOptions } from './read-options.ts'

/** A post as an export has it, before limits and rules are applied. */
export interface RawPost {
  readonly idPrefix: string
  readonly id: string
  readonly source: string
  readonly title: string | undefined
  readonly content: readonly ContentPart[]
  readonly state: 'draft' | 'published' | 'scheduled'
  readonly isUnlisted?: boolean
  readonly slug?: string | undefined
  readonly created?: Date | undefined
  /** When it was or will be published. */
  readonly published?: Date | undefined
  readonly tags?: readonly unknown[]
  readonly categories?: readonly string[]
  readonly subtitle?: string | undefined
  readonly seoTitle?: string | undefined
  readonly description?: string | undefined
  readonly canonicalUrl?: string | undefined
  readonly coverImage?: ImageReference | undefined
  readonly url?: string | undefined
  readonly otherPaths?: readonly string[]
}

/** Applies the limits of the server. What has to be cut is reported. */
export function makePost(raw: RawPost, options: ReadOptions, report: Report): ImportedPost {
  const isDue = raw.published !== undefined && raw.published <= options.now
  const status = raw.state === 'scheduled' ? (isDue ? 'published' : 'scheduled') : raw.state
  if (status === 'scheduled' && raw.published === undefined) throw new FileError({ code: 'scheduled_without_time' })
  const isFuture = status === 'published' && raw.published !== undefined && !isDue
  if (isFuture) report.add({ code: 'becomes_scheduled' })
  const publishedAt = status === 'published' && !isFuture ? raw.published : undefined
  const createdAt = earliest(raw.created, publishedAt ?? raw.created, options.now)
  const labels = readLabels({ tags: raw.tags ?? [], categories: raw.categories ?? [] }, options.categories, report.add)
  return {
    externalId: externalId(raw.idPrefix, options.prefix + raw.id),
    source: raw.source,
    title: titleOf(raw, report),
    content: checked(raw.content),
    status: isFuture ? 'scheduled' : status,
    visibility: raw.isUnlisted ? 'unlisted' : 'public',
    slug: readSlug(raw.slug),
    createdAt,
    publishedAt,
    scheduledFor: isFuture || status === 'scheduled' ? raw.published : undefined,
    ...labels,
    sourceCategories: raw.categories ?? [],
    subtitle: limited(raw.subtitle, SUBTITLE_MAX_CHARACTERS, 'subtitle_cut', report),
    seoTitle: limited(raw.seoTitle, SEO_TITLE_MAX_CHARACTERS, 'seo_title_cut', report),
    metaDescription: limited(raw.description, META_DESCRIPTION_MAX_CHARACTERS, 'description_cut', report),
    canonicalUrl: webAddress(raw.canonicalUrl),
    coverImage: raw.coverImage,
    oldPaths: oldPaths(raw.url, ...(raw.otherPaths ?? [])),
    oldUrl: webAddress(raw.url),
    problems: report.problems,
  }
}

function titleOf({ title, slug }: RawPost, report: Report): string {
  const clean = cleanLine(title ?? '')
  if (clean === '') {
    report.add({ code: 'no_title' })
    return limitText(readSlug(slug)?.replaceAll('-', ' ') ?? 'Untitled', TITLE_MAX_CHARACTERS)
  }
  const short = limitText(clean, TITLE_MAX_CHARACTERS)
  if (short !== clean) report.add({ code: 'title_cut', values: { most: TITLE_MAX_CHARACTERS } })
  return short
}

function limited(
  text: string | undefined,
  most: number,
  code: 'subtitle_cut' | 'seo_title_cut' | 'description_cut',
  report: Report,
): string | undefined {
  const clean = cleanLine(text ?? '')
  if (clean === '') return undefined
  const short = limitText(clean, most)
  if (short !== clean) report.add({ code, values: { most } })
  return short
}

function checked(content: readonly ContentPart[]): ContentPart[] {
  const clean = content.map(part => (typeof part === 'string' ? cleanText(part) : part))
  const length = clean.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0)
  if (length > CONTENT_MAX_CHARACTERS) {
    throw new FileError({ code: 'text_over_limit', values: { most: CONTENT_MAX_CHARACTERS } })
  }
  return clean
}

/** The server rejects times in the future, and a creation after the publication. */
function earliest(...dates: (Date | undefined)[]): Date | undefined {
  const [created, , now] = dates
  if (created === undefined) return undefined
  return dates.filter(date => date !== undefined).reduce((a, b) => (a < b ? a : b), now ?? created)
}

function webAddress(given: string | undefined): string | undefined {
  return given !== undefined && given.length <= URL_MAX_CHARACTERS && isHttpAddress(given) ? given : undefined
}
