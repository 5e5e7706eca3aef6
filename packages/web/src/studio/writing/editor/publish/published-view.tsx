import { formatMoment } from '../../../i18n/format.ts'
import { textOf } from '../../../i18n/language.ts'
import { Button } from '../../../ui/button.tsx'
import { useSessionState } from '../session/use-post-session.ts'
import { Consequences } from './consequences.tsx'
import { ListCard } from './list-card.tsx'
import type { PublishActions } from './publish-actions.ts'
import { ShareLinks } from './share-links.tsx'

/** For a published post: its address, and buttons to update and unpublish it. */
export function PublishedView({ actions: { isBusy, run } }: { actions: PublishActions }) {
  const text = textOf('publish')
  const { post, save } = useSessionState()
  if (!post) return null
  return (
    <>
      <p className="publish-state">
        {post.published_at !== null && text.publishedSince(formatMoment(post.published_at))}{' '}
        {save === 'saved' ? text.upToDate : text.notUpToDate}
      </p>
      <ShareLinks post={post} />
      <ListCard />
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
      <div className="publish-actions">
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
