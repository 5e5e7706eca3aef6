import type { FieldIssue } from '../../../platform/core/errors.ts'
import type { PostInput, PostState } from './post-state.ts'

type SeriesFields = Pick<PostState, 'series_id' | 'series_position'>

const NO_SERIES: SeriesFields = { series_id: null, series_position: null }

/**
 * The resulting place in a series. Only a post of type `series_entry` has one: another type clears it, and sending back
 * the values of a read is not an error then.
 */
export function resultingSeries(
  before: SeriesFields,
  input: PostInput,
  postType: PostState['post_type'],
): { series: SeriesFields; issues: FieldIssue[] } {
  const { series_id = before.series_id, series_position } = input
  if (postType !== 'series_entry') return { series: NO_SERIES, issues: unwanted(before, input, WRONG_TYPE) }
  if (series_id === null) return { series: NO_SERIES, issues: unwanted(before, input, NO_SERIES_ID) }
  const keptPosition = series_id === before.series_id ? before.series_position : null
  return {
    series: { series_id, series_position: series_position === undefined ? keptPosition : series_position },
    issues: [],
  }
}

const WRONG_TYPE = 'Only a post of type series_entry is in a series. Send post_type: series_entry with it.'
const NO_SERIES_ID = 'Only a post in a series has a place in it. Send series_id with it.'

/** The sent values that the post cannot have, unless it had them before. */
function unwanted(before: SeriesFields, input: PostInput, message: string): FieldIssue[] {
  const fields = ['series_id', 'series_position'] as const
  return fields
    .filter(field => (input[field] ?? null) !== null && input[field] !== before[field])
    .map(field => ({ field, code: 'INVALID_VALUE', message, dependsOn: ['post_type', 'series_id'] }))
}
