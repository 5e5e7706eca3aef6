export const SERIES_STATUSES = ['ongoing', 'complete'] as const
export type SeriesStatus = (typeof SERIES_STATUSES)[number]
