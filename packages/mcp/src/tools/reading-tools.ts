import { z } from 'zod'
import { respond } from '../responses.ts'
import { tool } from '../tool.ts'
import { hiddenNote, readVersion } from '../version-of.ts'
import { postId } from './fields.ts'

const MOST = 50

export const findPosts = tool({
  name: 'find_posts',
  title: 'Find own posts',
  description: 'Lists the author’s own posts, drafts included, newest first, without their text.',
  effect: 'reads',
  input: z.object({
    q: z.string().max(200).optional().describe('Words in title, text or tags.'),
    status: z.enum(['draft', 'published', 'scheduled', 'archived']).optional(),
    limit: z.int().min(1).max(MOST).optional(),
    offset: z.int().min(0).optional(),
  }),
  async run({ client }, { q, status, limit = 20, offset = 0 }) {
    const { posts, total } = await client.posts.list({ q, status, limit, offset })
    return respond({
      total,
      posts: posts.map(({ id, title, status, category, tags, excerpt, url, published_at, updated_at }) => ({
        id,
        title,
        status,
        category,
        tags,
        excerpt,
        url,
        published_at,
        updated_at,
      })),
    })
  },
})

export const readPost = tool({
  name: 'read_post',
  title: 'Read an own post',
  description:
    'All fields and the Markdown of an own post. If a public post has changes that readers do not see yet, those are returned and `pending` says so.',
  effect: 'reads',
  input: z.object({ id: postId }),
  async run({ client }, { id }) {
    const { post, pending, fields, etag } = await readVersion(client, id)
    const { status, url, published_at, scheduled_for, updated_at } = post
    return respond({
      id: post.id,
      status,
      url,
      published_at,
      scheduled_for,
      updated_at,
      etag,
      pending: pending === undefined ? null : { saved_at: pending.saved_at, client: pending.client },
      ...hiddenNote(post),
      ...fields,
    })
  },
})

export const readStatistics = tool({
  name: 'read_statistics',
  title: 'Read statistics',
  description: 'Views and reactions of the own posts per day.',
  effect: 'reads',
  input: z.object({ days: z.int().min(1).max(40).optional(), post_id: postId.optional() }),
  run: async ({ client }, query) => respond(await client.statistics.read(query)),
})
