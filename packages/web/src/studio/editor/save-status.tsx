import { formatTime } from '../i18n/format.ts'
import { useText } from '../i18n/language.ts'
import type { SaveStatus as SaveStatusName } from './saving/view-of.ts'
import { useSessionState } from './session/use-post-session.ts'

/** Where the text is stored. Not announced at each autosave; problems have their own notices. */
export function SaveStatus({ onFaults }: { onFaults: () => void }) {
  const text = useText('editor')
  const { save, faults } = useSessionState()
  const statusText = useStatusText()
  return (
    <div className="save-status">
      <span className={`save-state is-${statusText === text.save.notStored ? 'refused' : save}`}>{statusText}</span>
      {save === 'refused' && faults.size > 0 && (
        <button type="button" className="link-button" onClick={onFaults}>
          {text.toFaults}
        </button>
      )}
    </div>
  )
}

/** These states claim that the text is on this device, so they are shown only if it is. */
const WAITING: ReadonlySet<SaveStatusName> = new Set(['kept', 'offline', 'loggedOut', 'conflict', 'gone'])

function useStatusText(): string {
  const text = useText('editor').save
  const { save, copy, savedAt, post, isSaveRequested } = useSessionState()
  if (save === 'saved' && post === undefined) return text.empty
  if (save === 'saved' && savedAt !== undefined) return text.savedAt(formatTime(savedAt))
  if (WAITING.has(save) && copy === 'failed') return text.notStored
  if (WAITING.has(save) && copy === 'none') return text.unsaved
  if (save === 'offline' && isSaveRequested && post?.status === 'published') return text.updateWaits
  return text[save]
}
