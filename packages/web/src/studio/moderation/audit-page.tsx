import type { AuditEntry } from '@galley/client'
import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '../i18n/format.ts'
import { textOf } from '../i18n/language.ts'
import { Page } from '../shell/page.tsx'
import { EmptyState } from '../ui/display/empty-state.tsx'
import { PagedList } from '../ui/display/paged-list.tsx'
import { usePaging } from '../ui/display/pager.tsx'
import { Table } from '../ui/display/table.tsx'
import { auditQuery, PAGE_SIZE } from './admin-queries.ts'

export function AuditPage() {
  const text = textOf('admin')
  const paging = usePaging(PAGE_SIZE)
  const query = useQuery(auditQuery(paging.offset))
  const who = ({ source, actor }: AuditEntry) =>
    source === 'operator' ? text.operator : actor === null ? text.formerAdmin : `@${actor}`
  // For these actions, the stored reason is the chosen role or outcome, which has a label.
  const reasonOf = ({ action, reason }: AuditEntry) => {
    const names: Readonly<Record<string, string>> =
      action === 'user.set_role' ? text.roles : action === 'report.resolve' ? text.outcomes : {}
    return names[reason ?? ''] ?? reason
  }
  return (
    <Page title={text.nav.audit}>
      <PagedList query={query} paging={paging} empty={<EmptyState title={text.nothing} />}>
        {({ entries }) => (
          <Table<AuditEntry>
            caption={text.nav.audit}
            rows={entries}
            rowKey={({ id }) => id}
            columns={[
              { label: text.columns.what, heading: true, cell: entry => text.auditActions[entry.action] },
              { label: text.columns.about, cell: ({ target }) => target.label ?? target.id },
              { label: text.columns.who, cell: who },
              { label: text.columns.reason, cell: reasonOf },
              { label: text.columns.when, cell: entry => formatDateTime(entry.created_at) },
            ]}
          />
        )}
      </PagedList>
    </Page>
  )
}
