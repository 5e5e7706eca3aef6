import { useBlocker } from 'react-router'
import { useText } from '../../i18n/language.ts'
import { LeaveDialog } from '../overlays/leave-dialog.tsx'
import { useAskBeforeLeaving } from '../use-ask-before-leaving.ts'

/** Asks before the author leaves a form whose values differ from those that were saved. */
export function UnsavedChanges({ values, saved }: { values: object; saved: object }) {
  const text = useText('ui')
  const isChanged = JSON.stringify(values) !== JSON.stringify(saved)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      // A page that is replaced is not left by the author: what it showed was deleted.
      isChanged && historyAction !== 'REPLACE' && currentLocation.pathname !== nextLocation.pathname,
  )
  useAskBeforeLeaving(isChanged)
  return (
    <LeaveDialog blocker={blocker} title={text.leaveTitle} leave={text.leave}>
      {text.leaveBody}
    </LeaveDialog>
  )
}
