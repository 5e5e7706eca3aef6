import type { Report } from '@galley/client'
import type { ReportOutcome } from '@galley/contract/moderation'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { client } from '../client.ts'
import { formatDateTime } from '../i18n/format.ts'
import { textOf } from '../i18n/language.ts'
import { Page } from '../shell/page.tsx'
import { Button } from '../ui/button.tsx'
import { Badge } from '../ui/display/badge.tsx'
import { EmptyState } from '../ui/display/empty-state.tsx'
import { PagedList } from '../ui/display/paged-list.tsx'
import { usePaging } from '../ui/display/pager.tsx'
import { Field, Select } from '../ui/forms/field.tsx'
import { useAction } from '../ui/use-action.ts'
import { ADMIN, PAGE_SIZE, reportsQuery } from './admin-queries.ts'
import { ModerateDialog, type Moderation } from './moderate-dialog.tsx'

export function ReportsPage() {
  const text = textOf('admin')
  const [search, setSearch] = useSearchParams()
  const status = search.get('status') === 'resolved' ? 'resolved' : 'open'
  const paging = usePaging(PAGE_SIZE)
  const query = useQuery(reportsQuery(status, paging.offset))
  const [moderation, setModeration] = useState<Moderation>()
  return (
    <Page title={text.nav.reports}>
      <div className="admin-filter">
        <Field label={text.show}>
          <Select
            value={status}
            onChange={event => setSearch({ status: event.target.value })}
            options={(['open', 'resolved'] as const).map(value => ({ value, label: text.reportStatus[value] }))}
          />
        </Field>
      </div>
      <PagedList query={query} paging={paging} empty={<EmptyState title={text.noReports} />}>
        {({ reports }) => (
          <ul className="admin-reports">
            {reports.map(report => (
              <ReportCard key={report.id} report={report} onModerate={setModeration} />
            ))}
          </ul>
        )}
      </PagedList>
      {moderation && <ModerateDialog {...moderation} onClose={() => setModeration(undefined)} />}
    </Page>
  )
}

interface CardProps {
  readonly report: Report
  readonly onModerate: (moderation: Moderation) => void
}

/** Shows the report and the current state of its target. */
function ReportCard({ report, onModerate }: CardProps) {
  const text = textOf('admin')
  const { target, reporter } = report
  return (
    <li className="admin-report">
      <p>
        <Badge tone="warn">{text.reportReasons[report.reason]}</Badge>{' '}
        <span className="muted">
          {text.reportedBy(reporter.username)} · {formatDateTime(report.created_at)}
        </span>
      </p>
      {report.note && <p className="admin-note">{report.note}</p>}
      <blockquote>
        {target.title && <strong>{target.title}</strong>}
        <p>{target.text}</p>
        <p className="muted">
          {text.writtenBy(target.author.username)} · <a href={target.url}>{text.openPage}</a>
          {target.open_reports > 1 && ` · ${text.moreReports(target.open_reports)}`}
        </p>
      </blockquote>
      {report.outcome === null ? (
        <Decision report={report} onModerate={onModerate} />
      ) : (
        <p className="muted">{text.outcomes[report.outcome]}</p>
      )}
    </li>
  )
}

function Decision({ report, onModerate }: CardProps) {
  const text = textOf('admin')
  const { target } = report
  const resolve = useAction({
    call: (outcome: ReportOutcome) => client.admin.resolveReport(report.id, { outcome }),
    changes: ADMIN,
    done: text.resolved,
    toastsError: true,
  })
  const action = target.type === 'user' ? 'user.suspend' : (`${target.type}.hide` as const)
  return (
    <div className="admin-actions">
      {target.hidden_at === null && (
        <Button variant="danger" onClick={() => onModerate({ action, ids: [target.id] })}>
          {target.type === 'user' ? text.suspendIt : text.hideIt}
        </Button>
      )}
      <Button busy={resolve.isPending} onClick={() => resolve.mutate('actioned')}>
        {text.actioned}
      </Button>
      <Button busy={resolve.isPending} onClick={() => resolve.mutate('dismissed')}>
        {text.dismiss}
      </Button>
    </div>
  )
}
