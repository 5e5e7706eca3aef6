import { formatMoment } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { postsText } from '../../i18n/posts.ts'
import { publishText } from '../../i18n/publish.ts'
import { postAddress, postPath } from '../../post-address.ts'
import { useMe } from '../../session/use-me.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useSessionState } from '../session/use-post-session.ts'
import { Consequences } from './consequences.tsx'
import type { Deeds } from './deeds.ts'

/** For a post that is public: what readers see, how to change it, how to take it back. */
export function PublishedView({ deeds: { isBusy, run } }: { deeds: Deeds }) {
  const text = useText(publishText)
  const { copyLink } = useText(postsText)
  const { username } = useMe()
  const { post, save } = useSessionState()
  if (!post) return null
  return (
    <>
      <p className="publish-state">
        {post.published_at !== null && text.publishedSince(formatMoment(post.published_at))}{' '}
        {save === 'saved' ? text.upToDate : text.notUpToDate}
      </p>
      <p className="publish-links">
        <a href={postPath(username, post.slug)} target="_blank" rel="noreferrer">
          {text.view}
        </a>
        <CopyButton value={postAddress(username, post.slug)} label={copyLink} />
      </p>
      {save !== 'saved' && (
        <>
          <Consequences at="now" />
          <Button variant="primary" busy={isBusy} onClick={() => void run({}, text.upToDate)}>
            {text.update}
          </Button>
        </>
      )}
      <hr />
      <p className="field-hint">{text.unpublishMeans}</p>
      <div className="publish-deeds">
        <Button busy={isBusy} onClick={() => void run({ status: 'draft' }, text.unpublished)}>
          {text.unpublish}
        </Button>
        <Button busy={isBusy} onClick={() => void run({ status: 'archived' }, text.archived)}>
          {text.archive}
        </Button>
      </div>
    </>
  )
}
