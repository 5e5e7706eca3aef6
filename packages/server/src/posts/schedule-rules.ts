import type { FieldFault } from '../core/errors.ts'
import type { PostInput, PostState } from './post-state.ts'

type Schedule = Pick<PostState, 'status' | 'scheduled_for'>

/** What status and time a post would have, since the two decide each other: only a scheduled post has a time. */
export function resultingSchedule(
  before: Schedule,
  input: PostInput,
  now: Date,
): { schedule: Schedule; faults: FieldFault[] } {
  const sent = input.scheduled_for
  const time = typeof sent === 'string' ? new Date(sent) : sent
  const status = resultingStatus(before, input)

  if (status !== 'scheduled') {
    // Sending back the time that a read answered is no wish to schedule.
    const unwanted = time instanceof Date && time.getTime() !== before.scheduled_for?.getTime()
    return { schedule: { status, scheduled_for: null }, faults: unwanted ? [fault('INVALID_VALUE', UNWANTED)] : [] }
  }
  const scheduledFor = time === undefined ? before.scheduled_for : time
  const schedule = { status, scheduled_for: scheduledFor }
  if (scheduledFor === null) return { schedule, faults: [fault('REQUIRED', MISSING)] }
  const isNew = before.status !== 'scheduled' || scheduledFor.getTime() !== before.scheduled_for?.getTime()
  return { schedule, faults: isNew && scheduledFor <= now ? [fault('MUST_BE_FUTURE', PAST)] : [] }
}

function resultingStatus(before: Schedule, input: PostInput): Schedule['status'] {
  if (input.status !== undefined) return input.status
  return before.status === 'scheduled' && input.scheduled_for === null ? 'draft' : before.status
}

const UNWANTED = 'Only a post with status scheduled has a time. Send status: scheduled with it.'
const MISSING = 'A scheduled post needs a time.'
const PAST = 'Must lie in the future.'

const fault = (code: FieldFault['code'], message: string): FieldFault => ({ field: 'scheduled_for', code, message })
