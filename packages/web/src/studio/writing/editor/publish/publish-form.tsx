import { useIsMutating } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoment } from '../../../i18n/format.ts'
import { textOf } from '../../../i18n/language.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorText } from '../../../ui/error-text.tsx'
import { Checkbox } from '../../../ui/forms/field.tsx'
import { useFreePart } from '../counting/use-free-part.ts'
import { PICTURE_UPLOAD } from '../panel/picture-upload.tsx'
import { useSessionState } from '../session/use-post-session.ts'
import { Consequences } from './consequences.tsx'
import { ListCard } from './list-card.tsx'
import { MissingFields } from './missing-fields.tsx'
import type { PublishActions } from './publish-actions.ts'
import { SchedulePicker } from './schedule-picker.tsx'

interface Props {
  readonly actions: PublishActions
  /** Whether an image is not in the text yet. That of a scheduled post is saved later. */
  readonly lacksImages: () => boolean
}

/** For a post that is not public: publish it now or later; an archived one can also become a draft again. */
export function PublishForm({ actions: { isBusy, run }, lacksImages }: Props) {
  const text = textOf('publish')
  const { fields, fieldErrors, post } = useSessionState()
  const [isLater, setLater] = useState(false)
  const [at, setAt] = useState<Date | undefined>(nextHour)
  const [issue, setIssue] = useState<string>()
  const [isHidingAll, setHidingAll] = useState(false)
  const isUploading = useIsMutating({ mutationKey: PICTURE_UPLOAD }) > 0
  const hidesAll = useFreePart(0) === -1 && fields.is_paid

  function go(): void {
    setIssue(undefined)
    if (!fields.title.trim()) setIssue(text.needsTitle)
    else if (hidesAll && !isHidingAll) setIssue(text.confirmHidden)
    else if (!isLater && (isUploading || lacksImages())) setIssue(text.lacksImages)
    else if (!isLater) void run({ status: 'published' }, text.published)
    else if (!at || at.getTime() <= Date.now()) setIssue(text.inThePast)
    else void run({ status: 'scheduled', scheduled_for: at.toISOString() }, text.scheduled(formatMoment(at)))
  }

  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        go()
      }}
    >
      {post?.status === 'archived' && <p className="publish-state">{text.archivedMeans}</p>}
      <ListCard />
      <MissingFields />
      <fieldset className="publish-when">
        <legend>{text.when}</legend>
        {[false, true].map(later => (
          <label key={String(later)}>
            <input type="radio" name="when" checked={isLater === later} onChange={() => setLater(later)} />
            {later ? text.later : text.now}
          </label>
        ))}
      </fieldset>
      {isLater && <SchedulePicker value={at} error={fieldErrors.get('scheduled_for')} onChange={setAt} />}
      <Consequences at={isLater ? at : 'now'} />
      {hidesAll && (
        <Checkbox
          label={text.hidesAll}
          checked={isHidingAll}
          onChange={({ target: { checked } }) => {
            setHidingAll(checked)
            setIssue(undefined)
          }}
        />
      )}
      <ErrorText>{issue}</ErrorText>
      <div className="publish-actions">
        <Button type="submit" variant="primary" busy={isBusy}>
          {isLater ? text.schedule : text.publishNow}
        </Button>
        {post?.status === 'archived' && (
          <Button busy={isBusy} onClick={() => void run({ status: 'draft' }, text.unpublished)}>
            {text.toDrafts}
          </Button>
        )}
      </div>
    </form>
  )
}

/** The next full hour that is at least half an hour away: the default of a schedule. */
function nextHour(now = new Date()): Date {
  const at = new Date(now.getTime() + 90 * 60_000)
  at.setMinutes(0, 0, 0)
  return at
}
