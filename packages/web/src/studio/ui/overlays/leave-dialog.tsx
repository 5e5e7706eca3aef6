import type { ReactNode } from 'react'
import type { Blocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface Props {
  readonly blocker: Blocker
  readonly title: string
  /** The label of the button that leaves. */
  readonly leave: string
  readonly children: ReactNode
}

/** Asks whether to leave the page, once the blocker has stopped that. */
export function LeaveDialog({ blocker, title, leave, children }: Props) {
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog title={title} confirm={leave} danger onConfirm={blocker.proceed} onClose={blocker.reset}>
      <p>{children}</p>
    </ConfirmDialog>
  )
}
