import { z } from 'zod'
import { respond, ToolError, untrusted } from '../responses.ts'
import { tool } from '../tool.ts'
import { seriesId } from './fields.ts'

export const series = tool({
  name: 'series',
  title: 'List and arrange series',
  description:
    'Lists the own series, creates one, or sets the order of its posts. Changing a series with public posts needs the right to publish.',
  effect: 'publishes',
  input: z.object({
    action: z.enum(['list', 'create', 'order']),
    series_id: seriesId.describe('For order.'),
    title: z.string().max(100).optional().describe('For create.'),
    description: z.string().max(2000).optional(),
    post_ids: z.array(z.string()).max(500).optional().describe('For order: all posts of the series.'),
  }),
  async run({ client }, { action, series_id, title, description, post_ids }) {
    if (action === 'list') return respond(await client.series.list({ limit: 100 }))
    if (action === 'create') {
      if (title === undefined) throw new ToolError('Send the title of the new series.')
      return respond(await client.series.create({ title, ...(description !== undefined && { description }) }))
    }
    if (series_id === undefined || post_ids === undefined) throw new ToolError('Send series_id and post_ids.')
    return respond(await client.series.order(series_id, { post_ids }))
  },
})

export const searchPublic = tool({
  name: 'search_public',
  title: 'Search public posts',
  description: 'Searches what everybody can read on this site, by all authors.',
  effect: 'reads',
  isOpenWorld: true,
  input: z.object({
    q: z.string().min(1).max(200).describe('Words, "phrases", -excluded, tag:x, author:x.'),
    limit: z.int().min(1).max(20).optional(),
  }),
  async run({ client }, { q, limit = 10 }) {
    const { posts, total } = await client.public.search({ q, limit })
    const found = posts.map(({ title, excerpt, url, author, published_at, tags }) => ({
      title,
      excerpt,
      url,
      author: author.username,
      published_at,
      tags,
    }))
    return untrusted(`Posts found: ${total}.`, found)
  },
})

export const webhookHealth = tool({
  name: 'webhook_health',
  title: 'Check webhooks',
  description: 'The own webhooks, whether they work, and the latest failed deliveries.',
  effect: 'reads',
  input: z.object({}),
  async run({ client }) {
    const { webhooks } = await client.webhooks.list()
    const health = await Promise.all(
      webhooks.map(async ({ id, url, status, consecutive_failures, disabled_reason }) => {
        const { deliveries } = await client.webhooks.deliveries(id, { limit: 20 })
        const failed = deliveries.filter(({ error }) => error !== null).slice(0, 5)
        return {
          url,
          status,
          consecutive_failures,
          disabled_reason,
          failed: failed.map(({ event, http_status, error, error_message }) => ({
            event,
            http_status,
            error,
            error_message,
          })),
        }
      }),
    )
    return respond({ webhooks: health })
  },
})
