/** Every state a post can be in. */
export const POST_STATUSES = ['draft', 'scheduled', 'published', 'archived', 'deleted'] as const
/** The statuses that an author can see, and that a change can set. */
export const LIVE_POST_STATUSES = ['draft', 'scheduled', 'published', 'archived'] as const
/** The statuses of a new post. */
export const NEW_POST_STATUSES = ['draft', 'published', 'scheduled'] as const
export const POST_TYPES = ['article', 'short', 'series_entry'] as const
export const VISIBILITIES = ['public', 'unlisted'] as const

/** What the rendering of a text is limited in. */
export const RENDERING_LIMITS = ['size', 'nesting', 'time', 'memory'] as const

export type PostStatus = (typeof POST_STATUSES)[number]
export type LivePostStatus = (typeof LIVE_POST_STATUSES)[number]
export type PostType = (typeof POST_TYPES)[number]
export type Visibility = (typeof VISIBILITIES)[number]
export type RenderingLimit = (typeof RENDERING_LIMITS)[number]
