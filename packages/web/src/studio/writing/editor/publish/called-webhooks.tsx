import { planAllows } from '@galley/contract/identity/plans'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../../client.ts'
import { textOf } from '../../../i18n/language.ts'
import { useMe } from '../../../session/use-me.ts'
import { useSessionState } from '../session/use-post-session.ts'

/** The author's webhooks that will receive the event. */
export function CalledWebhooks() {
  const text = textOf('publish')
  const { plans } = textOf('shell')
  const isAllowed = planAllows(useMe().subscription_plan, 'webhooks')
  const isPublished = useSessionState().post?.status === 'published'
  const webhooks = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => client.webhooks.list({ signal }),
    enabled: isAllowed,
  })
  if (!isAllowed) return text.webhooksPlan(plans.premium)
  if (webhooks.isError) return text.webhooksUnknown
  if (!webhooks.data) return '…'
  // Publishing also sends an update event.
  const events = isPublished ? ['post.updated'] : ['post.published', 'post.updated']
  const called = webhooks.data.webhooks.filter(
    ({ status, event_types }) => status === 'active' && event_types.some(name => events.includes(name)),
  )
  if (called.length === 0) return text.webhooksNone
  return (
    <>
      {text.webhooksCalled(called.length)}
      <ul className="called-webhooks">
        {called.map(({ id, url, event_types }) => (
          <li key={id}>
            {url}{' '}
            <span className="called-events">({event_types.filter(name => events.includes(name)).join(', ')})</span>
          </li>
        ))}
      </ul>
    </>
  )
}
