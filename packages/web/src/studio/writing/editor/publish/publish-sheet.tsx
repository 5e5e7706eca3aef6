import '../../../../styles/studio/pages/publish.css'
import type { ChangePost } from '@galley/client'
import { useEffect, useRef, useState } from 'react'
import { textOf } from '../../../i18n/language.ts'
import { postAddress } from '../../../post-address.ts'
import { useMe } from '../../../session/use-me.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorText } from '../../../ui/error-text.tsx'
import { FormError } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/overlays/dialog.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useSession, useSessionState } from '../session/use-post-session.ts'
import { ListCard } from './list-card.tsx'
import { PreviewLink } from './preview-link.tsx'
import { PublishForm } from './publish-form.tsx'
import { PublishedView } from './published-view.tsx'
import { ScheduledView } from './scheduled-view.tsx'
import { ShareLinks } from './share-links.tsx'

interface Props {
  readonly lacksImages: () => boolean
  readonly onClose: () => void
  /** The server rejected a field: closes the sheet and focuses the field. */
  readonly onErrors: () => void
}

/** Shows what publishing will do, and the post's address afterwards. */
export function PublishSheet({ lacksImages, onClose, onErrors }: Props) {
  const text = textOf('publish')
  const session = useSession()
  const { post, rejection, save } = useSessionState()
  const [isBusy, setBusy] = useState(false)
  const [isPublishing, setPublishing] = useState(false)
  const [isUnconfirmed, setUnconfirmed] = useState(false)

  async function run(change: ChangePost, message: string): Promise<void> {
    const publishes = change.status === 'published'
    setBusy(true)
    setUnconfirmed(false)
    setPublishing(publishes)
    const isDone = await session.change(change)
    setBusy(false)
    if (isDone && publishes) return
    setPublishing(false)
    const { fieldErrors, conflict, save, rejection } = session.getState()
    if (isDone) {
      toast(message, { tone: 'good' })
      onClose()
    } else if (conflict || save === 'gone') onClose()
    else if (fieldErrors.size > 0 && !fieldErrors.has('scheduled_for')) onErrors()
    // Without a response the session does not send it again, because time may have passed.
    else setUnconfirmed(fieldErrors.size === 0 && !rejection)
  }

  const actions = { isBusy, run }
  const status = post?.status ?? 'draft'
  return (
    <Sheet title={text.titles[status]} onClose={onClose}>
      <div className="modal-body publish">
        {status === 'published' && isPublishing ? (
          <PublishedNote onClose={onClose} />
        ) : status === 'published' ? (
          <PublishedView actions={actions} />
        ) : status === 'scheduled' ? (
          <ScheduledView actions={actions} />
        ) : (
          <PublishForm actions={actions} lacksImages={lacksImages} />
        )}
        <ErrorText>{isUnconfirmed && text.unconfirmed}</ErrorText>
        {save !== 'saved' && <FormError error={rejection} />}
        {status !== 'published' && <PreviewLink />}
      </div>
    </Sheet>
  )
}

/** Shown after publishing: the post's address and share buttons. */
function PublishedNote({ onClose }: { onClose: () => void }) {
  const text = textOf('publish')
  const { username } = useMe()
  const { post } = useSessionState()
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused button was removed, so the focus moves to the result.
  useEffect(() => heading.current?.focus(), [])
  if (!post) return null
  return (
    <section className="published-note">
      <h3 ref={heading} tabIndex={-1}>
        {text.published}
      </h3>
      <p className="published-address">{decodeURI(postAddress(username, post.slug))}</p>
      <ShareLinks post={post} />
      <ListCard />
      <div className="publish-actions">
        <Button onClick={onClose}>{text.done}</Button>
      </div>
    </section>
  )
}
