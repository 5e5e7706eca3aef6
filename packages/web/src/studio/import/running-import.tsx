import { useBlocker } from 'react-router'
import { useText } from '../i18n/language.ts'
import { Button } from '../ui/button.tsx'
import { LeaveDialog } from '../ui/overlays/leave-dialog.tsx'

interface Props {
  readonly isPreview: boolean
  readonly done: number
  /** 0 until it is known. */
  readonly total: number
  readonly onStop: () => void
}

/** The progress. Leaving the page would stop an import, so it asks first. */
export function RunningImport({ isPreview, done, total, onStop }: Props) {
  const text = useText('imports')
  const blocker = useBlocker(!isPreview)
  return (
    <section className="import-running" aria-busy="true">
      <p role="status">{isPreview ? text.reading(done, total) : text.importing(done, total)}</p>
      <progress value={total === 0 ? undefined : done} max={total || undefined} aria-label={text.progress} />
      {!isPreview && <p className="muted">{text.keepOpen}</p>}
      <Button onClick={onStop}>{text.stop}</Button>
      <LeaveDialog blocker={blocker} title={text.leaveTitle} leave={text.leave}>
        {text.continueLater}
      </LeaveDialog>
    </section>
  )
}
