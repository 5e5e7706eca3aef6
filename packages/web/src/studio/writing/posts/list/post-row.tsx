import type { PostItem } from '@galley/client'
import { Link } from 'react-router'
import { formatDate, formatDateTime, formatNumber } from '../../../i18n/format.ts'
import { type Messages, textOf } from '../../../i18n/language.ts'
import { postAddress, postPath } from '../../../post-address.ts'
import { useMe } from '../../../session/use-me.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import { copyText } from '../../../ui/overlays/toast.tsx'
import { actionsFor, type PostAction } from '../post-actions.ts'
import { STATUS_TONE } from './status-tone.ts'

interface Props {
  readonly post: PostItem
  readonly isSelected: boolean
  /** `isRange`: selects all posts between this one and the last. */
  readonly onSelect: (isRange: boolean) => void
  readonly onAction: (action: PostAction) => void
}

export function PostRow({ post, isSelected, onSelect, onAction }: Props) {
  const text = textOf('posts')
  return (
    <li className={isSelected ? 'post-row is-selected' : 'post-row'}>
      <input
        type="checkbox"
        aria-label={text.select(post.title)}
        checked={isSelected}
        onChange={event => onSelect((event.nativeEvent as MouseEvent).shiftKey)}
      />
      <div className="post-row-text">
        <h2>
          <Link to={`/studio/posts/${post.id}`}>{post.title}</Link>
        </h2>
        {post.excerpt && <p className="post-row-excerpt">{post.excerpt}</p>}
        <p className="post-row-facts">
          <Badge tone={STATUS_TONE[post.status]}>{text.badge[post.status]}</Badge>
          {post.hidden_at !== undefined && <Badge tone="bad">{text.hiddenByAdmin(post.hidden_reason ?? '')}</Badge>}
          {labelsOf(post, text).map(label => (
            <span key={label}>{label}</span>
          ))}
          <span>
            <Moment post={post} />
          </span>
        </p>
      </div>
      {post.status === 'published' && <Counts post={post} />}
      <RowMenu post={post} onAction={onAction} />
    </li>
  )
}

/** The most relevant time: of publication, of the schedule, or of the last change. */
function Moment({ post }: { post: PostItem }) {
  const text = textOf('posts')
  if (post.status === 'published' && post.published_at !== null) {
    return (
      <>
        {text.publishedAt} <time dateTime={post.published_at}>{formatDate(post.published_at)}</time>
      </>
    )
  }
  if (post.status === 'scheduled' && post.scheduled_for !== null) {
    return (
      <>
        {text.dueAt} <time dateTime={post.scheduled_for}>{formatDateTime(post.scheduled_for)}</time>
      </>
    )
  }
  return (
    <>
      {text.changedAt} <RelativeTime at={post.updated_at} />
    </>
  )
}

/** Properties of the post that differ from the default. */
function labelsOf(post: PostItem, text: Messages['posts']): string[] {
  return [
    ...(post.post_type === 'article' ? [] : [text.type[post.post_type]]),
    ...(post.visibility === 'unlisted' ? [text.visibility.unlisted] : []),
    ...(post.is_paid ? [text.paid.true] : []),
    ...(post.salon_only ? [text.salonOnly] : []),
  ]
}

function Counts({ post }: { post: PostItem }) {
  const text = textOf('posts')
  const counts = [
    [text.views, post.view_count],
    [text.likes, post.like_count],
    [text.comments, post.comment_count],
  ] as const
  return (
    <dl className="post-row-counts">
      {counts.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

function RowMenu({ post, onAction }: Pick<Props, 'post' | 'onAction'>) {
  const text = textOf('posts')
  const { username } = useMe()
  const address = postAddress(username, post.slug)
  const open = () => window.open(postPath(username, post.slug), '_blank', 'noopener')
  const reading: MenuItem[] = [
    { label: text.open, icon: 'external', onSelect: open },
    { label: text.copyLink, icon: 'copy', onSelect: () => void copyText(address, text.linkCopied) },
  ]
  return (
    <Menu
      label={text.actionsFor(post.title)}
      items={[
        ...(post.status === 'published' ? reading : []),
        ...actionsFor[post.status].map(action => ({
          label: text.action[action],
          danger: action === 'delete',
          onSelect: () => onAction(action),
        })),
      ]}
    />
  )
}
