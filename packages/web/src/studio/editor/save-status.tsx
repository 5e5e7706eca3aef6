import { editorText } from '../i18n/editor.ts'
import { formatTime } from '../i18n/format.ts'
import { useText } from '../i18n/language.ts'
import { useSessionState } from './session/use-post-session.ts'

/** Where the text is, in words. It is not read out at each autosave; what needs attention has a notice of its own. */
export function SaveStatus({ onFaults }: { onFaults: () => void }) {
  const text = useText(editorText)
  const { save, savedAt, post, faults } = useSessionState()
  const isEmpty = save === 'saved' && post === undefined
  const words = isEmpty
    ? text.save.empty
    : save === 'saved' && savedAt !== undefined
      ? text.save.savedAt(formatTime(savedAt))
      : text.save[save]
  return (
    <div className="save-status">
      <span className={`save-state is-${save}`}>{words}</span>
      {save === 'refused' && faults.size > 0 && (
        <button type="button" className="link-button" onClick={onFaults}>
          {text.toFaults}
        </button>
      )}
    </div>
  )
}
