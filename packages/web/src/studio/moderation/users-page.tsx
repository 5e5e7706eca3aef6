import type { AdminUser } from '@galley/client'
import { useQuery } from '@tanstack/react-query'
import { formatDate, formatNumber } from '../i18n/format.ts'
import { textOf } from '../i18n/language.ts'
import { Badge } from '../ui/display/badge.tsx'
import { adminUsersQuery } from './admin-queries.ts'
import { ModeratedList } from './moderated-list.tsx'
import { useListFilter } from './use-list-filter.ts'

export function UsersPage() {
  const text = textOf('admin')
  const { filter } = useListFilter()
  const query = useQuery({ ...adminUsersQuery(filter), select: ({ users, total }) => ({ rows: users, total }) })
  return (
    <ModeratedList<AdminUser>
      title={text.nav.users}
      query={query}
      labelOf={user => user.username}
      isHidden={user => user.suspended_at !== null}
      hide="user.suspend"
      restore="user.restore"
      states={[text.onlySuspended, text.onlyActive]}
      columns={[
        {
          label: text.columns.account,
          heading: true,
          cell: user => <a href={`/@${user.username}`}>@{user.username}</a>,
        },
        { label: text.columns.email, cell: user => <span className="admin-email">{user.email}</span> },
        { label: text.columns.state, cell: user => <State user={user} /> },
        { label: text.columns.postCount, numeric: true, cell: user => formatNumber(user.post_count) },
        { label: text.columns.reports, numeric: true, cell: user => formatNumber(user.open_reports) },
        { label: text.columns.date, cell: user => formatDate(user.created_at) },
      ]}
    />
  )
}

function State({ user }: { user: AdminUser }) {
  const text = textOf('admin')
  if (user.deletion_requested_at !== null) return <Badge tone="warn">{text.deletedState}</Badge>
  if (user.suspended_at !== null) return <Badge tone="bad">{text.suspendedState}</Badge>
  return user.role === 'admin' ? <Badge tone="accent">{text.roles.admin}</Badge> : text.activeState
}
