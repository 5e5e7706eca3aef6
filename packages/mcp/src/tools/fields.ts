import { z } from 'zod'

export const postId = z.string().describe('The id of a post.')

/** The fields that assistants write. */
export const postFields = {
  title: z.string().optional(),
  content: z.string().optional().describe('Markdown.'),
  subtitle: z.string().nullable().optional(),
  category: z.string().nullable().optional(),
  tags: z.array(z.string()).optional(),
  thumbnail_url: z.string().nullable().optional(),
  cover_image_url: z.string().nullable().optional(),
  seo_title: z.string().nullable().optional(),
  meta_description: z.string().nullable().optional(),
  post_type: z.enum(['article', 'short', 'series_entry']).optional(),
  series_id: z.string().nullable().optional().describe('For the type series_entry.'),
}
