import type { ReactNode } from 'react'
import { draftOf } from '../../copies/draft.ts'
import { useText } from '../../i18n/language.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import type { Conflict } from '../saving/saving-state.ts'
import { useSession, useSessionState } from '../session/use-post-session.ts'
import { CompareFields } from './compare-fields.tsx'

interface Props {
  readonly conflict: Conflict
  readonly choices: ReactNode
  readonly onClose: () => void
}

/** Compares both versions field by field, and the text line by line. */
export function CompareDialog({ conflict, choices, onClose }: Props) {
  const text = useText('editor')
  const { copy } = useSessionState()
  const mine = useSession().draft()
  const theirs = draftOf(conflict.theirs.value)
  return (
    <Dialog wide title={text.compareTitle} onClose={onClose}>
      <div className="modal-body compare">
        <p>{copy === 'failed' ? text.compareNotStored : text.compareBody}</p>
        <CompareFields fields={conflict.fields} theirs={theirs} mine={mine} labels={text} />
      </div>
      <div className="modal-foot">{choices}</div>
    </Dialog>
  )
}
