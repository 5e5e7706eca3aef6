import '../../../styles/studio/pages/posts.css'
import type { TrashedPost } from '@galley/client'
import { TRASH_DAYS } from '@galley/contract/limits'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { client } from '../../client.ts'
import { textOf } from '../../i18n/language.ts'
import { Page } from '../../shell/page.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { PagedList } from '../../ui/display/paged-list.tsx'
import { usePaging } from '../../ui/display/pager.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useNow } from '../../ui/use-now.ts'
import { PAGE_SIZE } from './list/post-filters.ts'

const DAY_MS = 86_400_000

const trashQuery = (offset: number) =>
  queryOptions({
    queryKey: ['posts', 'trash', offset],
    queryFn: ({ signal }) => client.trash.list({ offset, limit: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  })

/** The posts that were deleted in the last `TRASH_DAYS`. They can be restored. */
export function TrashPage() {
  const text = textOf('posts')
  const paging = usePaging(PAGE_SIZE)
  const trash = useQuery(trashQuery(paging.offset))
  const back = (
    <Link className="button" to="/studio">
      {text.toPosts}
    </Link>
  )
  return (
    <Page title={text.trash} actions={back}>
      <p className="lead">{text.trashIntro}</p>
      <PagedList
        query={trash}
        paging={paging}
        empty={
          <EmptyState title={text.trashEmpty} action={back}>
            <p>{text.trashEmptyBody}</p>
          </EmptyState>
        }
      >
        {({ posts }) => (
          <ul className="post-list">
            {posts.map(post => (
              <TrashRow key={post.id} post={post} />
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  )
}

function TrashRow({ post }: { post: TrashedPost }) {
  const text = textOf('posts')
  const navigate = useNavigate()
  const restore = useAction({
    call: () => client.trash.restore(post.id),
    changes: { queryKey: ['posts'] },
    toastsError: true,
    removesFocus: true,
    onSuccess: () => {
      const open = { label: text.openPost, onSelect: () => void navigate(`/studio/posts/${post.id}`) }
      toast(text.restored(1), { tone: 'good', action: open })
    },
  })
  const daysLeft = Math.max(Math.ceil(TRASH_DAYS - (useNow() - Date.parse(post.deleted_at)) / DAY_MS), 1)
  return (
    <li className="trash-row">
      <div className="post-row-text">
        <h2>{post.title}</h2>
        {post.excerpt && <p className="post-row-excerpt">{post.excerpt}</p>}
        <p className="post-row-facts">
          <span>
            {text.deletedAt} <RelativeTime at={post.deleted_at} />
          </span>
          <span>{text.daysLeft(daysLeft)}</span>
        </p>
      </div>
      <Button
        icon="repeat"
        aria-label={text.restoreWhich(post.title)}
        busy={restore.isPending}
        onClick={() => restore.mutate()}
      >
        {text.restoreAsDraft}
      </Button>
    </li>
  )
}
