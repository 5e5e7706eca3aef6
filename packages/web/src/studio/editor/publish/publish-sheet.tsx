import '../../../styles/studio/pages/publish.css'
import type { ChangePost } from '@galley/client'
import { useState } from 'react'
import { useText } from '../../i18n/language.ts'
import { FormError } from '../../ui/forms/form-error.tsx'
import { Sheet } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useSession, useSessionState } from '../session/use-post-session.ts'
import { PreviewLink } from './preview-link.tsx'
import { PublishForm } from './publish-form.tsx'
import { PublishedNote } from './published-note.tsx'
import { PublishedView } from './published-view.tsx'
import { ScheduledView } from './scheduled-view.tsx'

interface Props {
  readonly lacksImages: () => boolean
  readonly onClose: () => void
  /** The server refused a field: closes the sheet and focuses the field. */
  readonly onFaults: () => void
}

/** Shows what publishing will do, and the post's address afterwards. */
export function PublishSheet({ lacksImages, onClose, onFaults }: Props) {
  const text = useText('publish')
  const session = useSession()
  const { post, refusal, save } = useSessionState()
  const [isBusy, setBusy] = useState(false)
  const [isPublishing, setPublishing] = useState(false)
  const [isUnconfirmed, setUnconfirmed] = useState(false)

  async function run(change: ChangePost, message: string): Promise<void> {
    const publishes = change.status === 'published'
    setBusy(true)
    setUnconfirmed(false)
    setPublishing(publishes)
    const isDone = await session.change(change)
    setBusy(false)
    if (isDone && publishes) return
    setPublishing(false)
    const { faults, conflict, save, refusal } = session.getState()
    if (isDone) {
      toast(message, { tone: 'good' })
      onClose()
    } else if (conflict || save === 'gone') onClose()
    else if (faults.size > 0 && !faults.has('scheduled_for')) onFaults()
    // Without an answer the session does not send it again, because time may have passed.
    else setUnconfirmed(faults.size === 0 && !refusal)
  }

  const actions = { isBusy, run }
  const status = post?.status ?? 'draft'
  return (
    <Sheet title={text.titles[status]} onClose={onClose}>
      <div className="modal-body publish">
        {status === 'published' && isPublishing ? (
          <PublishedNote onClose={onClose} />
        ) : status === 'published' ? (
          <PublishedView actions={actions} />
        ) : status === 'scheduled' ? (
          <ScheduledView actions={actions} />
        ) : (
          <PublishForm actions={actions} lacksImages={lacksImages} />
        )}
        {isUnconfirmed && (
          <p className="field-error" role="alert">
            {text.unconfirmed}
          </p>
        )}
        {save !== 'saved' && <FormError error={refusal} />}
        {status !== 'published' && <PreviewLink />}
      </div>
    </Sheet>
  )
}
