import { useEffect, useRef } from 'react'
import { useText } from '../../i18n/language.ts'
import { postAddress } from '../../post-address.ts'
import { useMe } from '../../session/use-me.ts'
import { Button } from '../../ui/button.tsx'
import { useSessionState } from '../session/use-post-session.ts'
import { ListCard } from './list-card.tsx'
import { ShareLinks } from './share-links.tsx'

/** Shown after publishing: the post's address and share buttons. */
export function PublishedNote({ onClose }: { onClose: () => void }) {
  const text = useText('publish')
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
