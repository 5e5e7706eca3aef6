import type { RenderingLimit } from '@galley/contract/writing/posts'
import { downloadText } from '../../download.ts'
import { describeError } from '../../errors/describe-error.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { textOf } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/display/banner.tsx'
import type { PendingChanges, RemoteDraft } from './history/use-pending-changes.ts'
import { useSession, useSessionState } from './session/use-post-session.ts'

/** Notices about the origin of the text, and about why it could not be saved. */
export function EditorNotices({ pending: { others, error } }: { pending: PendingChanges }) {
  const { save, localDraft, restoredAt, rejection, merged, post, conflict, isUnread } = useSessionState()
  return (
    <div className="editor-notices">
      {isUnread && restoredAt !== undefined && <OpenedFromDevice at={restoredAt} />}
      {restoredAt !== undefined && !isUnread && !conflict && save !== 'gone' && <Restored at={restoredAt} />}
      {merged.length > 0 && <Merged />}
      {localDraft === 'failed' && save !== 'saved' && <NotStored />}
      {save === 'gone' && <DeletedNotice />}
      {post?.hidden_at !== undefined && <HiddenNotice reason={post.hidden_reason ?? ''} />}
      {post?.exceeded_limit && <LimitNotice limit={post.exceeded_limit} />}
      {save === 'rejected' && rejection !== undefined && <Rejected rejection={rejection} />}
      {others !== undefined && <PendingNotice {...others} />}
      {error !== undefined && <OnlyHere error={error} />}
      {post?.status === 'published' && save === 'storedLocally' && <Waiting />}
    </div>
  )
}

function OpenedFromDevice({ at }: { at: number }) {
  const text = textOf('editor')
  return (
    <Banner tone="warn" title={text.fromDeviceTitle} urgent>
      <p>{text.fromDeviceBody(formatDateTime(at))}</p>
    </Banner>
  )
}

function Restored({ at }: { at: number }) {
  const text = textOf('editor')
  const session = useSession()
  const { post } = useSessionState()
  const action = (
    <>
      {post && <Button onClick={() => session.undoRestore()}>{text.restoredUndo}</Button>}
      <Button onClick={() => session.dismissNotices()}>{text.keepIt}</Button>
    </>
  )
  return (
    <Banner tone="accent" title={text.restoredTitle} action={action} urgent>
      <p>{text.restoredBody(formatDateTime(at))}</p>
    </Banner>
  )
}

function Merged() {
  const text = textOf('editor')
  const session = useSession()
  const { merged } = useSessionState()
  return (
    <Banner
      tone="accent"
      title={text.mergedTitle}
      action={<Button onClick={() => session.dismissNotices()}>{text.keepIt}</Button>}
      urgent
    >
      <p>{text.mergedBody(merged.map(field => text.fields[field]).join(', '))}</p>
    </Banner>
  )
}

/** Shown while the text exists only in the memory of this page. */
function NotStored() {
  const text = textOf('editor')
  const session = useSession()
  const action = <Button onClick={() => downloadText(session.draft())}>{text.download}</Button>
  return (
    <Banner tone="bad" title={text.notStoredTitle} action={action} urgent>
      <p>{text.notStoredBody}</p>
    </Banner>
  )
}

function DeletedNotice() {
  const text = textOf('editor')
  const session = useSession()
  const action = (
    <>
      <Button onClick={() => downloadText(session.draft())}>{text.download}</Button>
      <Button variant="primary" onClick={() => void session.saveAsNew()}>
        {text.saveAsNew}
      </Button>
    </>
  )
  return (
    <Banner tone="bad" title={text.goneTitle} action={action} urgent>
      <p>{text.goneBody}</p>
    </Banner>
  )
}

function HiddenNotice({ reason }: { reason: string }) {
  const text = textOf('editor')
  return (
    <Banner tone="bad" title={text.hiddenTitle}>
      <p>{text.hiddenBody(reason)}</p>
    </Banner>
  )
}

export function LimitNotice({ limit }: { limit: RenderingLimit }) {
  const text = textOf('editor')
  return (
    <Banner tone="warn" title={text.limitTitle}>
      <p>{text.limitBody(limit)}</p>
    </Banner>
  )
}

function Rejected({ rejection }: { rejection: unknown }) {
  const text = textOf('editor')
  const session = useSession()
  return (
    <Banner
      tone="bad"
      title={text.rejectedTitle}
      action={<Button onClick={() => void session.save()}>{text.upload.retry}</Button>}
      urgent
    >
      <p>{describeError(rejection)}</p>
    </Banner>
  )
}

/** Changes of a public post that the server does not accept yet. */
function OnlyHere({ error }: { error: unknown }) {
  return (
    <Banner tone="warn" title={textOf('editor').history.onlyHere}>
      <p>{describeError(error)}</p>
    </Banner>
  )
}

function Waiting() {
  return <p className="editor-hint">{textOf('editor').updateHint}</p>
}

/** Changes of a public post that were saved elsewhere and that readers do not see yet. */
function PendingNotice({ revision, isDiscarding, continueEditing, discard }: RemoteDraft) {
  const text = textOf('editor').history
  const action = (
    <>
      <Button onClick={continueEditing}>{text.continueEditing}</Button>
      <Button busy={isDiscarding} onClick={discard}>
        {text.discard}
      </Button>
    </>
  )
  const time = formatDateTime(revision.saved_at)
  return (
    <Banner tone="accent" title={text.pendingTitle} action={action} urgent>
      <p>{revision.client === null ? text.pendingBody(time) : text.pendingBy(time, revision.client)}</p>
    </Banner>
  )
}
