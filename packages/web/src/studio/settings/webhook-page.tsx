import { ApiError } from '@galley/client'
import { planAllows } from '@galley/contract/accounts/plans'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { useText } from '../i18n/language.ts'
import { useMe } from '../session/use-me.ts'
import { Page } from '../shell/page.tsx'
import { EmptyState } from '../ui/display/empty-state.tsx'
import { Loaded } from '../ui/display/loaded.tsx'
import { PlanNotice } from './plan-notice.tsx'
import { WebhookDetail } from './webhooks/webhook-detail.tsx'
import { webhookQuery } from './webhooks/webhook-queries.ts'

export function WebhookPage() {
  const text = useText('webhooks')
  const { id = '' } = useParams()
  const allowed = planAllows(useMe().subscription_plan, 'webhooks')
  const query = useQuery({ ...webhookQuery(id), enabled: allowed })
  if (query.data) return <WebhookDetail webhook={query.data} />
  const isDeleted = query.error instanceof ApiError && query.error.status === 404
  const toAll = (
    <Link className="button" to="/studio/settings/webhooks">
      {text.allWebhooks}
    </Link>
  )
  return (
    <Page title={text.title}>
      {!allowed ? (
        <PlanNotice needs="webhooks" title={text.planTitle}>
          {text.planBody}
        </PlanNotice>
      ) : isDeleted ? (
        <EmptyState title={text.gone} action={toAll}>
          <p>{text.goneBody}</p>
        </EmptyState>
      ) : (
        <Loaded query={query}>{() => null}</Loaded>
      )}
    </Page>
  )
}
