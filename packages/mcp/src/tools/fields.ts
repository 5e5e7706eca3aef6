import { z } from 'zod'

/**
 * An id is put into a path of the API, so other characters are rejected. This rule is not part of the definition that
 * assistants get.
 */
const id = z.string().refine(text => /^[\w-]{1,100}$/.test(text), 'Must be an id that another tool has returned.')

export const postId = id.describe('The id of a post.')

export const seriesId = id.optional()

// Not nullable: some clients accept tools with one type for each property only.
const removable = z.string().optional().describe('Empty: none.')

/** The fields that assistants write. */
export const postFields = {
  title: z.string().optional(),
  content: z.string().optional().describe('Markdown.'),
  subtitle: removable,
  category: removable,
  tags: z.array(z.string()).optional(),
  thumbnail_url: removable,
  cover_image_url: removable,
  seo_title: removable,
  meta_description: removable,
  post_type: z.enum(['article', 'short', 'series_entry']).optional(),
  series_id: z.string().optional().describe('For the type series_entry. Empty: none.'),
}

/** The values of these fields. Others, such as the price, may need rights that only matter when they change. */
export const writable = (post: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.keys(postFields).map(name => [name, post[name]]))

const isRemovable = (name: string) => name !== 'title' && name !== 'content'

/** The fields as the API takes them: null instead of an empty text. */
export const written = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value === '' && isRemovable(name) ? null : value]),
  )
