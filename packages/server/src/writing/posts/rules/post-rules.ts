import { PRICE_MIN_JPY, SHORT_CONTENT_MAX_CHARACTERS } from '@galley/contract/limits'
import type { FieldIssue } from '../../../platform/core/errors.ts'
import { blankIssue, httpUrlIssue } from '../../../platform/core/field-rules.ts'
import { BLANK_POST, changedFields, type PostInput, type PostState } from './post-state.ts'
import { resultingSeries } from './series-rules.ts'

export interface PostValidation {
  /** The resulting post. */
  readonly after: PostState
  /** All errors of the resulting post. */
  readonly issues: readonly FieldIssue[]
  /** Whether it needs the plan for paid posts. */
  readonly needsPaidPlan: boolean
  /** The salon in which the author needs a role. */
  readonly needsSalon: string | null
  /** The series that the post joins; the author must have it. */
  readonly joinsSeries: string | null
  /** The external id that the post gets; no other post of the author may have it. */
  readonly newExternalId: string | null
}

/** In a new post there is nothing to clear, so null is the same as a missing field. */
export function validateNewPost(input: PostInput, now: Date): PostValidation {
  return validateChange(
    BLANK_POST,
    Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)),
    now,
  )
}

/** Validates a change by the resulting post. Pure: the caller provides time and permissions. */
export function validateChange(before: PostState, input: PostInput, now: Date): PostValidation {
  const { schedule, issues: scheduleIssues } = resultingSchedule(before, input, now)
  const type = input.post_type ?? before.post_type
  const { series, issues: seriesIssues } = resultingSeries(before, input, type)
  const after: PostState = {
    ...before,
    ...given(input),
    ...schedule,
    ...series,
    tags: input.tags === undefined ? before.tags : tidyTags(input.tags ?? []),
  }
  // Many clients send a price of 0 for free posts; it counts as no price.
  if (!after.is_paid && after.price_jpy === 0) after.price_jpy = null
  const changed = new Set(changedFields(before, after))
  return {
    after,
    issues: [
      ...blankIssue('title', after.title),
      ...shortIssue(after),
      ...scheduleIssues,
      ...tagIssues(input.tags ?? []),
      ...priceIssue(after),
      ...salonIssue(after),
      ...seriesIssues,
      ...(changed.has('thumbnail_url') ? httpUrlIssue('thumbnail_url', after.thumbnail_url) : []),
      ...(changed.has('cover_image_url') ? httpUrlIssue('cover_image_url', after.cover_image_url) : []),
      ...(changed.has('canonical_url') ? httpUrlIssue('canonical_url', after.canonical_url) : []),
    ],
    needsPaidPlan: changed.has('is_paid') || changed.has('price_jpy'),
    needsSalon: entersSalon(changed, after) ? after.salon_id : null,
    joinsSeries: changed.has('series_id') ? after.series_id : null,
    newExternalId: changed.has('external_id') ? after.external_id : null,
  }
}

/** Whether a change takes something of a published post from its readers. */
export function showsLess(before: PostState, after: PostState): boolean {
  return (
    (before.status === 'published' && after.status !== 'published') ||
    (before.visibility === 'public' && after.visibility !== 'public') ||
    (!before.salon_only && after.salon_only) ||
    (after.is_paid && (!before.is_paid || before.content !== after.content))
  )
}

/** Whether the post is put into a salon, or one that is in it is published there. */
const entersSalon = (changed: ReadonlySet<string>, { status }: PostState): boolean =>
  changed.has('salon_id') ||
  changed.has('salon_only') ||
  (changed.has('status') && (status === 'published' || status === 'scheduled'))

/** The sent fields without status and schedule, which depend on each other. */
function given(input: PostInput): Partial<PostState> {
  const { status: _status, scheduled_for: _scheduledFor, tags: _tags, ...fields } = input
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function shortIssue(after: PostState): FieldIssue[] {
  if (after.post_type !== 'short' || fitsInCodePoints(after.content, SHORT_CONTENT_MAX_CHARACTERS)) return []
  const message = `A short post has at most ${SHORT_CONTENT_MAX_CHARACTERS} characters.`
  return [{ field: 'content', code: 'TOO_LONG', message, dependsOn: ['post_type'] }]
}

/** Does not count a million characters if the UTF-16 length is already more than twice the limit. */
function fitsInCodePoints(text: string, most: number): boolean {
  return text.length <= most || (text.length <= 2 * most && [...text].length <= most)
}

function tidyTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map(tag => tag.trim()))]
}

function tagIssues(tags: readonly string[]): FieldIssue[] {
  return tags.flatMap((tag, i) => blankIssue(`tags.${i}`, tag))
}

function priceIssue({ is_paid, price_jpy }: PostState): FieldIssue[] {
  if (!is_paid) return []
  const about = { field: 'price_jpy', dependsOn: ['is_paid'] }
  if (price_jpy === null) return [{ ...about, code: 'REQUIRED', message: 'A paid post needs a price.' }]
  if (price_jpy >= PRICE_MIN_JPY) return []
  return [{ ...about, code: 'TOO_SMALL', message: `The minimum price is ${PRICE_MIN_JPY} yen.` }]
}

function salonIssue({ salon_only, salon_id }: PostState): FieldIssue[] {
  if (!salon_only || salon_id !== null) return []
  const message = 'A salon-only post needs the id of its salon.'
  return [{ field: 'salon_id', code: 'REQUIRED', message, dependsOn: ['salon_only'] }]
}

type Schedule = Pick<PostState, 'status' | 'scheduled_for'>

/** The resulting status and time, which depend on each other: only a scheduled post has a time. */
function resultingSchedule(
  before: Schedule,
  input: PostInput,
  now: Date,
): { schedule: Schedule; issues: FieldIssue[] } {
  const sent = input.scheduled_for
  const time = typeof sent === 'string' ? new Date(sent) : sent
  const status = resultingStatus(before, input)

  if (status !== 'scheduled') {
    // Sending back the time of a read does not schedule the post.
    const unwanted = time instanceof Date && time.getTime() !== before.scheduled_for?.getTime()
    const issues = unwanted ? [time <= now ? past(UNWANTED_PAST) : issue('INVALID_VALUE', UNWANTED)] : []
    return { schedule: { status, scheduled_for: null }, issues }
  }
  const scheduledFor = time === undefined ? before.scheduled_for : time
  const schedule = { status, scheduled_for: scheduledFor }
  if (scheduledFor === null) return { schedule, issues: [issue('REQUIRED', MISSING)] }
  const isNew = before.status !== 'scheduled' || scheduledFor.getTime() !== before.scheduled_for?.getTime()
  return { schedule, issues: isNew && scheduledFor <= now ? [past(PAST)] : [] }
}

function resultingStatus(before: Schedule, input: PostInput): Schedule['status'] {
  if (input.status !== undefined) return input.status
  return before.status === 'scheduled' && input.scheduled_for === null ? 'draft' : before.status
}

const UNWANTED = 'Only a post with status scheduled has a time. Send status: scheduled with it.'
const MISSING = 'A scheduled post needs a time.'
const PAST = 'Must be in the future.'
const UNWANTED_PAST = 'Only a post with status scheduled has a time, and it must be in the future.'

/** A new time in the past is wrong with every status. */
const past = (message: string): FieldIssue => ({ field: 'scheduled_for', code: 'MUST_BE_FUTURE', message })

const issue = (code: FieldIssue['code'], message: string): FieldIssue => ({
  field: 'scheduled_for',
  code,
  message,
  dependsOn: ['status'],
})
