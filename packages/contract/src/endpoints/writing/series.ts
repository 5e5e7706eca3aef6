import { del, get, patch, post, put } from '../../endpoint.ts'
import { PublicSeries } from '../../schemas/reading/public.ts'
import { Deleted } from '../../schemas/schema.ts'
import * as series from '../../schemas/writing/series.ts'
import { POST_BODY_MAX_BYTES } from '../../values/limits.ts'

const writes = { tag: 'Series', auth: 'session-or-token', scopes: ['posts:write', 'posts:publish'] } as const

export const seriesEndpoints = {
  createSeries: post('/api/v1/series', 'series.create', {
    summary: 'Create a series',
    description:
      'Posts join it by their `series_id`. The slug is made from the title unless one is given; a given one must be free. At most 500 series: one more is 400 `LIMIT_REACHED`.',
    tag: 'Series',
    auth: 'session-or-token',
    scopes: ['posts:write'],
    errors: ['LIMIT_REACHED'],
    body: series.CreateSeries,
    example: { body: { title: 'A year of rain', description: 'One entry each month.' } },
    status: 201,
    response: series.Series,
  }),
  listSeries: get('/api/v1/series', 'series.list', {
    summary: 'List your series',
    description: 'Newest first.',
    tag: 'Series',
    auth: 'session-or-token',
    scopes: ['posts:read'],
    query: series.ListSeriesQuery,
    response: series.SeriesList,
  }),
  readSeries: get('/api/v1/series/:id', 'series.read', {
    summary: 'Read one of your series',
    description: 'With all of its posts, drafts included, in their order.',
    tag: 'Series',
    auth: 'session-or-token',
    scopes: ['posts:read'],
    response: series.SeriesWithPosts,
  }),
  changeSeries: patch('/api/v1/series/:id', 'series.change', {
    summary: 'Change a series',
    description: 'Fields that are left out stay unchanged; null clears a field.',
    ...writes,
    body: series.ChangeSeries,
    bodyMaxBytes: POST_BODY_MAX_BYTES,
    example: { body: { status: 'complete' } },
    response: series.Series,
  }),
  orderSeries: put('/api/v1/series/:id/order', 'series.order', {
    summary: 'Set the order of a series',
    description:
      'The listed posts get the positions 1, 2, 3 and so on. Posts of the series that are not listed follow in their former order. Emits `post.updated` for each post whose position changes.',
    ...writes,
    body: series.OrderSeries,
    example: {
      body: { post_ids: ['0198c2d4-7a31-7c55-9d0e-4f1b2a3c4d5e', '0198c2d4-7a31-7c55-9d0e-4f1b2a3c4d5f'] },
    },
    response: series.SeriesWithPosts,
  }),
  deleteSeries: del('/api/v1/series/:id', 'series.delete', {
    summary: 'Delete a series',
    description: 'Its posts stay, without a series. Emits `post.updated` for each of them.',
    ...writes,
    response: Deleted,
  }),
  readPublicSeries: get('/api/v1/public/series/:id', 'public.series', {
    acceptsSlug: true,
    summary: 'Read a series',
    description:
      'By id, by slug or by `@username/slug` (encoded as one segment). With its public posts in their order; a series without any is 404.',
    tag: 'Public',
    auth: 'none',
    versioned: true,
    response: PublicSeries,
  }),
  listPublicSeries: get('/api/v1/public/users/:username/series', 'public.seriesOf', {
    summary: 'List the series of an author',
    description: 'Those with a public post, newest first. `post_count` counts the public posts.',
    tag: 'Public',
    auth: 'none',
    versioned: true,
    query: series.ListSeriesQuery,
    response: series.SeriesList,
  }),
} as const
