import type { ReactNode } from 'react'
import { describeError } from '../../errors/describe-error.ts'
import { textOf } from '../../i18n/language.ts'
import { Button } from '../button.tsx'
import { ErrorText } from '../error-text.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  readonly title: string
  /** What will happen, and whether it can be undone. */
  readonly children: ReactNode
  /** Names the action ("Revoke"), never "OK". */
  readonly confirm: string
  readonly danger?: boolean
  readonly busy?: boolean
  /** Why the action failed. */
  readonly error?: unknown
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** A question with content of its own; use `confirm` for one that is only a sentence. */
export function ConfirmDialog({ title, children, confirm, onConfirm, onClose, ...rest }: Props) {
  const text = textOf('ui')
  const { danger = false, busy = false, error } = rest
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="modal-body">
        {children}
        <ErrorText>{Boolean(error) && describeError(error)}</ErrorText>
      </div>
      <div className="modal-foot">
        <Button variant="quiet" onClick={onClose}>
          {text.cancel}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  )
}
