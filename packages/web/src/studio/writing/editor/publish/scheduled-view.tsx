import { useState } from 'react'
import { formatMoment } from '../../../i18n/format.ts'
import { textOf } from '../../../i18n/language.ts'
import { Button } from '../../../ui/button.tsx'
import { useSessionState } from '../session/use-post-session.ts'
import { Consequences } from './consequences.tsx'
import { ListCard } from './list-card.tsx'
import { MissingFields } from './missing-fields.tsx'
import type { PublishActions } from './publish-actions.ts'
import { SchedulePicker } from './schedule-picker.tsx'

/** For a scheduled post: change the time, publish it now, or cancel the schedule. */
export function ScheduledView({ actions: { isBusy, run } }: { actions: PublishActions }) {
  const text = textOf('publish')
  const { post, fieldErrors } = useSessionState()
  const planned = post?.scheduled_for ?? null
  const [at, setAt] = useState(() => (planned === null ? undefined : new Date(planned)))
  const isMoved = at !== undefined && at.toISOString() !== planned
  const reschedule = () =>
    at && run({ status: 'scheduled', scheduled_for: at.toISOString() }, text.scheduled(formatMoment(at)))
  return (
    <>
      {planned !== null && <p className="publish-state">{text.scheduledFor(formatMoment(planned))}</p>}
      <ListCard />
      <MissingFields />
      <SchedulePicker value={at} error={fieldErrors.get('scheduled_for')} onChange={setAt} />
      <Consequences at={at} />
      <div className="publish-actions">
        {isMoved && (
          <Button variant="primary" busy={isBusy} onClick={() => void reschedule()}>
            {text.reschedule}
          </Button>
        )}
        <Button busy={isBusy} onClick={() => void run({ status: 'published' }, text.published)}>
          {text.publishNow}
        </Button>
        <Button busy={isBusy} onClick={() => void run({ scheduled_for: null }, text.cancelled)}>
          {text.cancelSchedule}
        </Button>
      </div>
    </>
  )
}
