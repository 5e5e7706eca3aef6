import { Link } from 'react-router'
import { formatTime } from '../../i18n/format.ts'
import { textOf } from '../../i18n/language.ts'
import { MOD } from '../../shortcuts/keys.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { STATUS_TONE } from '../posts/list/status-tone.ts'
import type { SaveStatus as SaveStatusName } from './saving/view-of.ts'
import { useSessionState } from './session/use-post-session.ts'
import { type EditorView, viewsFor } from './use-editor-view.ts'

interface Props {
  readonly view: EditorView
  readonly onView: (view: EditorView) => void
  readonly isPanelOpen: boolean
  readonly onPanel: () => void
  readonly onPublish: () => void
  readonly onSave: () => void
  readonly onErrors: () => void
}

export function EditorHeader({ view, onView, isPanelOpen, onPanel, onPublish, onSave, onErrors }: Props) {
  const text = textOf('editor')
  const { fields, post, save, isUnread } = useSessionState()
  const status = post?.status ?? 'draft'
  const isPublished = status === 'published'
  return (
    <header className="editor-header">
      <Link className="icon-button" to="/studio" aria-label={text.back} title={text.back}>
        <Icon name="left" />
      </Link>
      <div className="editor-where">
        <h1 className="visually-hidden">{fields.title || text.newPost}</h1>
        {!isUnread && <Badge tone={STATUS_TONE[status]}>{text.status[status]}</Badge>}
        <SaveStatus onErrors={onErrors} />
      </div>
      <ViewChoice view={view} onView={onView} />
      <Button variant="quiet" aria-expanded={isPanelOpen} title={`${MOD} .`} onClick={onPanel}>
        {text.details}
      </Button>
      {isPublished && save !== 'saved' && (
        <Button variant="primary" busy={save === 'saving'} title={`${MOD} S`} onClick={onSave}>
          {text.update}
        </Button>
      )}
      {!isUnread && <PublishButton isPrimary={!isPublished} onPublish={onPublish} />}
    </header>
  )
}

function PublishButton({ isPrimary, onPublish }: { isPrimary: boolean; onPublish: () => void }) {
  const text = textOf('publish')
  const { post } = useSessionState()
  const isPlanned = post?.status === 'published' || post?.status === 'scheduled'
  return (
    <Button variant={isPrimary ? 'primary' : 'plain'} title={`${MOD} Enter`} onClick={onPublish}>
      {isPlanned ? text.openSettings : text.open}
    </Button>
  )
}

function ViewChoice({ view, onView }: Pick<Props, 'view' | 'onView'>) {
  const text = textOf('editor')
  const isWide = useMediaQuery('(width >= 56rem)')
  return (
    <fieldset className="view-choice" title={`${MOD} E`}>
      <legend className="visually-hidden">{text.viewsLabel}</legend>
      {viewsFor(isWide).map(each => (
        <label key={each}>
          <input type="radio" name="view" checked={view === each} onChange={() => onView(each)} />
          <span>{text.views[each]}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Where the text is stored. Not announced at each autosave; problems have their own notices. */
function SaveStatus({ onErrors }: { onErrors: () => void }) {
  const text = textOf('editor')
  const { save, fieldErrors } = useSessionState()
  const statusText = useStatusText()
  return (
    <div className="save-status">
      <span className={`save-state is-${statusText === text.save.notStored ? 'rejected' : save}`}>{statusText}</span>
      {save === 'rejected' && fieldErrors.size > 0 && (
        <button type="button" className="link-button" onClick={onErrors}>
          {text.toErrors}
        </button>
      )}
    </div>
  )
}

/** These states claim that the text is on this device, so they are shown only if it is. */
const WAITING: ReadonlySet<SaveStatusName> = new Set(['storedLocally', 'offline', 'loggedOut', 'conflict', 'gone'])

function useStatusText(): string {
  const text = textOf('editor').save
  const { save, localDraft, savedAt, post, isSaveRequested } = useSessionState()
  if (save === 'saved' && post === undefined) return text.empty
  if (save === 'saved' && savedAt !== undefined) return text.savedAt(formatTime(savedAt))
  if (WAITING.has(save) && localDraft === 'failed') return text.notStored
  if (WAITING.has(save) && localDraft === 'none') return text.unsaved
  if (save === 'offline' && isSaveRequested && post?.status === 'published') return text.updateWaits
  return text[save]
}
