import '../../../styles/studio/pages/editor.css'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { FailurePage } from '../../failure-pages/failure-page.tsx'
import { textOf } from '../../i18n/language.ts'
import { useDocumentTitle } from '../../shell/page.tsx'
import { useShortcut } from '../../shortcuts/use-shortcut.ts'
import { Skeleton } from '../../ui/display/loaded.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { ConflictBanner } from './conflict/conflict-banner.tsx'
import { TextFooter } from './counting/text-footer.tsx'
import { EditorHeader } from './editor-header.tsx'
import { EditorNotices } from './editor-notices.tsx'
import { usePendingChanges } from './history/use-pending-changes.ts'
import { DetailsPanel } from './panel/details-panel.tsx'
import { Preview, type PreviewHandle } from './preview/preview.tsx'
import { PublishSheet } from './publish/publish-sheet.tsx'
import { SessionProvider, useOpenedSession, useSession, useSessionState } from './session/use-post-session.ts'
import { TextEditor, type TextHandle } from './text/text-editor.tsx'
import { TitleField } from './title-field.tsx'
import { Toolbar } from './toolbar.tsx'
import { nextView, useEditorView } from './use-editor-view.ts'
import { useSaving } from './use-saving.ts'
import { useVisibleArea } from './use-visible-area.ts'

/** Edits a new or an existing post. */
export function EditorPage() {
  const { session, error, retry } = useOpenedSession()

  if (error) return <FailurePage error={error} onRetry={retry} />
  if (!session) {
    return (
      <div className="page">
        <Skeleton lines={12} />
      </div>
    )
  }
  return (
    <SessionProvider value={session} key={session.key}>
      <Editor />
    </SessionProvider>
  )
}

/** Title, text, preview and details panel. */
function Editor() {
  const texts = textOf('editor')
  const session = useSession()
  const { fields, post, isUnread } = useSessionState()
  const isWide = useMediaQuery('(width >= 56rem)')
  const [view, setView] = useEditorView(isWide)
  const [isPanelOpen, setPanelOpen] = useState(false)
  const [isPublishing, setPublishing] = useState(false)
  const text = useRef<TextHandle>(null)
  const preview = useRef<PreviewHandle>(null)
  const place = useRef<HTMLDivElement>(null)
  const { save, showErrors } = useSaving(place, {
    isPanelOpen,
    openPanel: () => setPanelOpen(true),
    focusText: () => text.current?.focus(),
  })
  const pending = usePendingChanges()
  useVisibleArea(
    place,
    useCallback(() => text.current?.showCaret(), []),
  )
  useDocumentTitle(fields.title || texts.newPost)
  useAddressOf(post?.id)
  useFirstFocus(place, text, post === undefined && !isUnread)
  useShortcut('s', () => void save(), { mod: true })
  useShortcut('Enter', () => setPublishing(!isUnread), { mod: true })
  useShortcut('e', () => setView(nextView(view, isWide)), { mod: true })
  useShortcut('.', () => setPanelOpen(!isPanelOpen), { mod: true })

  return (
    <div ref={place} className={`editor shows-${view}`}>
      <EditorHeader
        view={view}
        onView={setView}
        isPanelOpen={isPanelOpen}
        onPanel={() => setPanelOpen(!isPanelOpen)}
        onPublish={() => setPublishing(true)}
        onSave={() => void save()}
        onErrors={showErrors}
      />
      <EditorNotices pending={pending} />
      <ConflictBanner />
      <div className="editor-body">
        <div className="editor-writing" hidden={view === 'preview'}>
          <TitleField onDone={() => text.current?.focus()} />
          <Toolbar text={text} />
          <TextEditor ref={text} onPlaceChange={() => preview.current?.follow()} />
          <TextFooter />
        </div>
        {view !== 'text' && <Preview ref={preview} placeOf={() => text.current?.place()} />}
        {isPanelOpen && <DetailsPanel isWide={isWide} onClose={() => setPanelOpen(false)} />}
      </div>
      {isPublishing && (
        <PublishSheet
          lacksImages={() => text.current?.lacksImages() ?? false}
          onClose={() => setPublishing(false)}
          onErrors={() => {
            setPublishing(false)
            showErrors()
          }}
          key={session.key}
        />
      )}
    </div>
  )
}

/**
 * Focuses the title of a new post and the text of an existing one. The main region gets the focus if the text is hidden, and
 * on touch screens, where the keyboard would cover the text.
 */
function useFirstFocus(place: RefObject<HTMLElement | null>, text: RefObject<TextHandle | null>, isNew: boolean): void {
  const wasNew = useRef(isNew)
  useEffect(() => {
    const title = place.current?.querySelector('textarea')
    const isReading = title?.checkVisibility() !== true || matchMedia('(pointer: coarse)').matches
    if (wasNew.current) title?.focus()
    else if (isReading) document.getElementById('content')?.focus()
    else text.current?.focus()
  }, [place, text])
}

/** Changes the address to the post's own as soon as the server has created it. */
function useAddressOf(id: string | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    const address = `/studio/posts/${id}`
    if (id !== undefined && location.pathname !== address) void navigate(address, { replace: true })
  }, [id, navigate])
}
