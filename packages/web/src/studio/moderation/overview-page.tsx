import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDateTime, formatNumber } from '../i18n/format.ts'
import { textOf } from '../i18n/language.ts'
import { Page } from '../shell/page.tsx'
import { DescriptionList } from '../ui/display/description-list.tsx'
import { Loaded } from '../ui/display/loaded.tsx'
import { overviewQuery } from './admin-queries.ts'

export function OverviewPage() {
  const { nav, overview: text } = textOf('admin')
  const query = useQuery(overviewQuery)
  const time = (at: string | null): ReactNode => (at === null ? text.never : formatDateTime(at))
  return (
    <Page title={nav.overview}>
      <Loaded query={query} lines={10}>
        {({ accounts, posts, comments, reports, queues, mail, payments, webhooks, backups }) => (
          <DescriptionList
            entries={[
              [text.openReports, formatNumber(reports.open)],
              [text.accounts, formatNumber(accounts.total)],
              [text.newThisWeek, formatNumber(accounts.new_this_week)],
              [text.suspended, formatNumber(accounts.suspended)],
              [text.published, formatNumber(posts.published)],
              [text.scheduled, formatNumber(posts.scheduled)],
              [text.hiddenPosts, formatNumber(posts.hidden)],
              [text.hiddenComments, formatNumber(comments.hidden)],
              [text.jobsWaiting, formatNumber(queues.jobs_waiting)],
              [text.jobsFailed, formatNumber(queues.jobs_failed)],
              [text.deliveriesWaiting, formatNumber(queues.deliveries_waiting)],
              [text.searchWaiting, formatNumber(queues.search_waiting)],
              [text.mailsQueued, mail.enabled ? formatNumber(mail.queued) : text.mailOff],
              [text.mailsFailed, formatNumber(mail.failed)],
              [text.mailsUncertain, formatNumber(mail.uncertain)],
              [text.addressesUndeliverable, formatNumber(mail.undeliverable)],
              [
                text.paymentReportsFailed,
                payments.enabled || payments.failed_reports > 0 ? formatNumber(payments.failed_reports) : null,
              ],
              [text.webhooksActive, formatNumber(webhooks.active)],
              [text.webhooksFailing, formatNumber(webhooks.failing)],
              [text.webhooksDisabled, formatNumber(webhooks.disabled)],
              [text.lastBackup, time(backups.last_success_at)],
              [text.lastFailedBackup, time(backups.last_failure_at)],
            ]}
          />
        )}
      </Loaded>
    </Page>
  )
}
