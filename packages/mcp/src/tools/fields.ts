import { z } from 'zod'

export const postId = z.string().describe('The id of a post.')

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

const isRemovable = (name: string) => name !== 'title' && name !== 'content'

/** The fields as the API takes them: null instead of an empty text. */
export const written = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value === '' && isRemovable(name) ? null : value]),
  )
