import { type ReactNode, useState } from 'react'
import { draftOf } from '../../../drafts/draft.ts'
import { formatDateTime } from '../../../i18n/format.ts'
import { textOf } from '../../../i18n/language.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/display/banner.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import type { Conflict } from '../saving/saving-state.ts'
import { useSession, useSessionState } from '../session/use-post-session.ts'
import { CompareFields } from './compare-fields.tsx'

/** Shown when two users or tabs have changed the same field. Nothing is sent until the author has chosen a version. */
export function ConflictBanner() {
  const text = textOf('editor')
  const session = useSession()
  const { conflict } = useSessionState()
  const [isComparing, setComparing] = useState(false)
  if (!conflict) return null

  async function keepMine(): Promise<void> {
    setComparing(false)
    if (await session.keepMine()) toast(text.keptMine, { tone: 'good' })
  }

  function takeTheirs(): void {
    setComparing(false)
    session.takeTheirs()
    toast(text.tookTheirs, { tone: 'good' })
  }

  const choices = (
    <>
      <Button onClick={takeTheirs}>{text.takeTheirs}</Button>
      <Button onClick={() => void keepMine()}>{text.keepMine}</Button>
    </>
  )
  const action = (
    <>
      <Button variant="primary" onClick={() => setComparing(true)}>
        {text.compare}
      </Button>
      {choices}
    </>
  )
  return (
    <div className="editor-notices">
      <Banner tone="warn" title={text.conflictTitle} action={action} urgent>
        <p>{text.conflictBody(formatDateTime(conflict.theirs.value.updated_at))}</p>
      </Banner>
      {isComparing && <CompareDialog conflict={conflict} choices={choices} onClose={() => setComparing(false)} />}
    </div>
  )
}

interface Props {
  readonly conflict: Conflict
  readonly choices: ReactNode
  readonly onClose: () => void
}

/** Compares both versions field by field, and the text line by line. */
function CompareDialog({ conflict, choices, onClose }: Props) {
  const text = textOf('editor')
  const { localDraft } = useSessionState()
  const mine = useSession().draft()
  const theirs = draftOf(conflict.theirs.value)
  return (
    <Dialog wide title={text.compareTitle} onClose={onClose}>
      <div className="modal-body compare">
        <p>{localDraft === 'failed' ? text.compareNotStored : text.compareBody}</p>
        <CompareFields fields={conflict.fields} theirs={theirs} mine={mine} labels={text} />
      </div>
      <div className="modal-foot">{choices}</div>
    </Dialog>
  )
}
