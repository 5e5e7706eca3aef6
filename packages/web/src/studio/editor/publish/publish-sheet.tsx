import type { ChangePost } from '@galley/client'
import { useState } from 'react'
import { useText } from '../../i18n/language.ts'
import { publishText } from '../../i18n/publish.ts'
import { FormError } from '../../ui/form-error.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useSession, useSessionState } from '../session/use-post-session.ts'
import { PublishForm } from './publish-form.tsx'
import { PublishedView } from './published-view.tsx'
import { ScheduledView } from './scheduled-view.tsx'

interface Props {
  readonly onClose: () => void
  /** The server has something against a field: the sheet goes, and the author is led there. */
  readonly onFaults: () => void
}

/** Says what will happen before it does. */
export function PublishSheet({ onClose, onFaults }: Props) {
  const text = useText(publishText)
  const session = useSession()
  const toast = useToast()
  const { post, refusal, save } = useSessionState()
  const [isBusy, setBusy] = useState(false)

  async function run(deed: ChangePost, done: string): Promise<void> {
    setBusy(true)
    const isDone = await session.change(deed)
    setBusy(false)
    const { faults, conflict } = session.getState()
    if (isDone) {
      toast(done, { tone: 'good' })
      onClose()
    } else if (conflict) onClose()
    else if (faults.size > 0 && !faults.has('scheduled_for')) onFaults()
  }

  const deeds = { isBusy, run }
  const status = post?.status ?? 'draft'
  return (
    <Sheet open title={text.titles[status]} onClose={onClose}>
      <div className="modal-body publish">
        {status === 'published' ? (
          <PublishedView deeds={deeds} />
        ) : status === 'scheduled' ? (
          <ScheduledView deeds={deeds} />
        ) : (
          <PublishForm deeds={deeds} />
        )}
        {save !== 'saved' && <FormError error={refusal} />}
      </div>
    </Sheet>
  )
}
