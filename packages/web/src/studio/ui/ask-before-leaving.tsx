import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { textOf } from '../i18n/language.ts'
import { ConfirmDialog } from './overlays/confirm-dialog.tsx'

interface Props {
  readonly isNeeded: boolean
  readonly title: string
  /** The label of the button that leaves. */
  readonly leave: string
  readonly children: string
}

/** Asks before the author leaves the page, closes the tab or opens another site, while this is needed. */
export function AskBeforeLeaving({ isNeeded, title, leave, children }: Props) {
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      // A page that is replaced is not left by the author: what it showed was deleted.
      isNeeded && historyAction !== 'REPLACE' && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isNeeded) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isNeeded])
  if (state !== 'blocked') return null
  return (
    <ConfirmDialog title={title} confirm={leave} danger onConfirm={proceed} onClose={reset}>
      <p>{children}</p>
    </ConfirmDialog>
  )
}

/** For a form: asks if its values differ from those that were saved. */
export function UnsavedChanges({ values, saved }: { values: object; saved: object }) {
  const text = textOf('ui')
  return (
    <AskBeforeLeaving
      isNeeded={JSON.stringify(values) !== JSON.stringify(saved)}
      title={text.leaveTitle}
      leave={text.leave}
    >
      {text.leaveBody}
    </AskBeforeLeaving>
  )
}
