import type { AdminComment, AdminPost } from '@galley/client'
import { useQuery } from '@tanstack/react-query'
import { formatDate, formatNumber } from '../i18n/format.ts'
import { textOf } from '../i18n/language.ts'
import { Badge } from '../ui/display/badge.tsx'
import { adminCommentsQuery, adminPostsQuery } from './admin-queries.ts'
import { ModeratedList } from './moderated-list.tsx'
import { useListFilter } from './use-list-filter.ts'

export function AdminPostsPage() {
  const text = textOf('admin')
  const { filter } = useListFilter()
  const query = useQuery({
    ...adminPostsQuery(filter),
    select: ({ posts, total }) => ({ rows: posts, total }),
  })
  return (
    <ModeratedList<AdminPost>
      title={text.nav.posts}
      query={query}
      labelOf={post => post.title}
      isHidden={post => post.hidden_at !== null}
      hide="post.hide"
      restore="post.restore"
      states={[text.onlyHidden, text.onlyShown]}
      columns={[
        { label: text.columns.post, heading: true, cell: post => <a href={post.url}>{post.title}</a> },
        { label: text.columns.author, cell: post => `@${post.author.username}` },
        { label: text.columns.state, cell: post => <State of={post} /> },
        { label: text.columns.reports, numeric: true, cell: post => formatNumber(post.open_reports) },
        { label: text.columns.date, cell: post => formatDate(post.published_at ?? post.created_at) },
      ]}
    />
  )
}

export function AdminCommentsPage() {
  const text = textOf('admin')
  const { filter } = useListFilter()
  const query = useQuery({
    ...adminCommentsQuery(filter),
    select: ({ comments, total }) => ({ rows: comments, total }),
  })
  return (
    <ModeratedList<AdminComment>
      title={text.nav.comments}
      query={query}
      labelOf={comment => comment.content.slice(0, 40)}
      isHidden={comment => comment.hidden_at !== null}
      hide="comment.hide"
      restore="comment.restore"
      states={[text.onlyHidden, text.onlyShown]}
      columns={[
        { label: text.columns.comment, heading: true, cell: comment => comment.content.slice(0, 200) },
        { label: text.columns.author, cell: comment => `@${comment.author.username}` },
        { label: text.columns.on, cell: ({ post }) => <a href={post.url}>{post.title}</a> },
        { label: text.columns.state, cell: comment => <State of={comment} /> },
        { label: text.columns.reports, numeric: true, cell: comment => formatNumber(comment.open_reports) },
      ]}
    />
  )
}

function State({ of }: { of: Pick<AdminPost, 'hidden_at' | 'hidden_reason'> }) {
  const text = textOf('admin')
  if (of.hidden_at === null) return text.shown
  return <Badge tone="bad">{text.hidden(of.hidden_reason ?? '')}</Badge>
}
