import { type Static, Type } from 'typebox'
import {
  SERIES_DESCRIPTION_MAX_CHARACTERS,
  SERIES_POSTS_MAX,
  SLUG_MAX_CHARACTERS,
  TITLE_MAX_CHARACTERS,
} from '../../values/limits.ts'
import { LIVE_POST_STATUSES, VISIBILITIES } from '../../values/writing/posts.ts'
import { SERIES_STATUSES } from '../../values/writing/series.ts'
import { acceptingAndIgnoring, Count, closed, nullable, oneOf, page, Timestamp, UrlInput, Uuid } from '../schema.ts'

const record = {
  id: Uuid,
  slug: Type.String({ description: 'Unique among your series; it never changes.' }),
  title: Type.String(),
  description: nullable(Type.String()),
  cover_image_url: nullable(Type.String()),
  status: oneOf(SERIES_STATUSES),
  post_count: Count,
  url: Type.String({ description: 'The address of the series’ page on this site.' }),
  created_at: Timestamp,
  updated_at: Timestamp,
}

/** A series as its author sees it: `post_count` counts drafts too. */
export const Series = Type.Object(record, { title: 'Series' })
export type Series = Static<typeof Series>

export const SeriesList = Type.Object({ series: Type.Array(Series), total: Count }, { title: 'SeriesList' })
export type SeriesList = Static<typeof SeriesList>

export const SeriesEntry = Type.Object(
  {
    id: Uuid,
    slug: Type.String(),
    title: Type.String(),
    status: oneOf(LIVE_POST_STATUSES),
    visibility: oneOf(VISIBILITIES),
    published_at: nullable(Timestamp),
    scheduled_for: nullable(Timestamp),
    series_position: nullable(Type.Integer()),
  },
  { title: 'SeriesEntry' },
)
export type SeriesEntry = Static<typeof SeriesEntry>

export const SeriesWithPosts = Type.Object(
  { ...record, posts: Type.Array(SeriesEntry, { description: 'All posts of the series, in their order.' }) },
  { title: 'SeriesWithPosts' },
)
export type SeriesWithPosts = Static<typeof SeriesWithPosts>

const title = Type.String({ minLength: 1, maxLength: TITLE_MAX_CHARACTERS })
const optional = {
  description: Type.Optional(
    nullable(Type.String({ maxLength: SERIES_DESCRIPTION_MAX_CHARACTERS }), { description: 'Plain text.' }),
  ),
  cover_image_url: Type.Optional(nullable(UrlInput, { description: 'An http or https address.' })),
  status: Type.Optional(oneOf(SERIES_STATUSES, { description: '`ongoing` by default.' })),
}

export const CreateSeries = acceptingAndIgnoring(
  closed('CreateSeries', {
    title,
    ...optional,
    slug: Type.Optional(
      nullable(
        Type.String({ minLength: 1, maxLength: SLUG_MAX_CHARACTERS, pattern: '^(?!\\.)[\\p{L}\\p{M}\\p{N}._~-]+$' }),
        {
          description:
            'Letters and digits of any script and - _ . ~, not starting with a dot. Made from the title by default.',
        },
      ),
    ),
  }),
  Series,
)
export type CreateSeries = Static<typeof CreateSeries>

/** Fields that are left out stay unchanged; null clears a field. */
export const ChangeSeries = acceptingAndIgnoring(
  closed('ChangeSeries', { title: Type.Optional(title), ...optional }),
  SeriesWithPosts,
)
export type ChangeSeries = Static<typeof ChangeSeries>

export const OrderSeries = closed('OrderSeries', {
  post_ids: Type.Array(Type.String(), { maxItems: SERIES_POSTS_MAX, description: 'Posts of the series.' }),
})
export type OrderSeries = Static<typeof OrderSeries>

export const ListSeriesQuery = Type.Object(page)
export type ListSeriesQuery = Static<typeof ListSeriesQuery>
