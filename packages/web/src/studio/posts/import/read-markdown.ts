import type { CategoryValue, PutPost } from '@galley/client'
import { parse } from 'yaml'

/** The fields of a Markdown file that a post supports. */
export interface MarkdownPost {
  readonly body: PutPost
  /** The front matter has a status other than draft; the file is imported as a draft anyway. */
  readonly wantsOtherStatus: boolean
  readonly unknownKeys: readonly string[]
}

const FRONT_MATTER = /^﻿?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/
const FIRST_HEADING = /^\s*#[ \t]+(.+?)[ \t#]*(?:\r?\n|$)/
const TEXT_KEYS = ['subtitle', 'category', 'visibility', 'seo_title', 'meta_description', 'cover_image_url'] as const
const KNOWN_KEYS = new Set<string>(['title', 'tags', 'status', 'description', ...TEXT_KEYS])

/** Parses a Markdown file; throws the error of `yaml` if the front matter is invalid. */
export function readMarkdown(fileName: string, text: string): MarkdownPost {
  const [frontMatter = '', yaml = ''] = FRONT_MATTER.exec(text) ?? []
  const matter = recordOf(parse(yaml, { logLevel: 'error' }))
  const rest = text.slice(frontMatter.length)
  const heading = matter['title'] === undefined ? FIRST_HEADING.exec(rest) : null
  const texts = TEXT_KEYS.filter(key => matter[key] != null).map(key => [key, String(matter[key])])
  return {
    body: {
      title: String(matter['title'] ?? heading?.[1] ?? fileName.replace(/\.[^.]+$/, '')),
      // The first heading became the title, which the page shows above the text.
      content: heading ? rest.slice(heading[0].length).trimStart() : rest.replace(/^\s*\n/, ''),
      ...(matter['tags'] != null && { tags: tagsOf(matter['tags']) }),
      ...(matter['description'] != null && { meta_description: String(matter['description']) }),
      ...(Object.fromEntries(texts) as { category?: CategoryValue }),
    },
    wantsOtherStatus: matter['status'] !== undefined && matter['status'] !== 'draft',
    unknownKeys: Object.keys(matter).filter(key => !KNOWN_KEYS.has(key)),
  }
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

const tagsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : String(value).split(/[,、]/)).map(tag => String(tag).trim()).filter(Boolean)
